import json

data = open("demo-charlm-corpus.txt", "rb").read()
print("lines", data.count(b"\n"), "bytes", len(data))
common = {"scale": {"files": 1}, "premises": ["the released file demo-charlm-corpus.txt"], "counterexample": None}
print("RESULT " + json.dumps({"claim": "demo-charlm.c3a", "quantity": "lines", "value": str(data.count(b"\n")), "unit": "lines", **common}))
print("RESULT " + json.dumps({"claim": "demo-charlm.c3b", "quantity": "characters", "value": str(len(data.decode())),
                              "unit": "characters", **common}))
