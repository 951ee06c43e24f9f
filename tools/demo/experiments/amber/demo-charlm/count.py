"""Count the released corpus."""
import json, pathlib

files = [pathlib.Path("demo-charlm-corpus.txt")]
text = "".join(f.read_bytes().decode("utf-8") for f in files)
lines = text.count("\n")
print(f"{files[0].name}: {lines} lines, {len(text)} characters with newlines, {len(set(text))} different ones")
premises = ["the released file demo-charlm-corpus.txt"]
for claim, quantity, value, unit in (("demo-charlm.c3a", "lines", lines, "lines"),
                                     ("demo-charlm.c3b", "characters", len(text), "characters")):
    print("RESULT " + json.dumps({"claim": claim, "quantity": quantity, "value": str(value), "unit": unit,
                                  "scale": {"files": len(files)}, "premises": premises, "counterexample": None}))
