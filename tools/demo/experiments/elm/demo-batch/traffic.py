import json
import numpy as np

# How many bytes of weights does each call read?  One call of the single scorer handles one item,
# one call of the batched scorer handles one batch.
items, batch = 4096, 64
W = np.random.default_rng(1).normal(size=(80, 48))
v = np.random.default_rng(2).normal(size=80)
calls = {"single": items, "batched": items // batch}
read = {name: 0 for name in calls}
for name, number in calls.items():
    for _ in range(number):
        read[name] += W.nbytes + v.nbytes
per_call = {name: read[name] / calls[name] for name in calls}
print("weight bytes per call:", per_call)
ratio = per_call["single"] / per_call["batched"]
print(f"batch size {batch}; ratio single to batched {ratio:.2f}")
work = (W.size + v.size) * batch
print(f"multiply-adds of one call of the batched scorer: {work}")
print("RESULT " + json.dumps({"claim": "demo-batch.c2", "quantity": "ratio of weight bytes read per item",
      "value": f"{ratio:.2f}", "unit": "factor", "scale": {"items": items, "batch": batch},
      "premises": ["weights are not kept between calls"], "counterexample": None}))
print("RESULT " + json.dumps({"claim": "demo-batch.c4", "quantity": "multiply-adds per item", "value": str(work),
      "unit": "multiply-adds", "scale": {"items": items, "batch": batch},
      "premises": ["one multiply-add is counted for each weight"], "counterexample": None}))
