import json
import numpy as np

rng = np.random.default_rng(11)
W, v = rng.normal(size=(80, 48)), rng.normal(size=80)
items = rng.normal(size=(4096, 48))
worst = 0.0
for start in range(0, 4096, 64):
    block = items[start:start + 64]
    together = np.maximum(block @ W.T, 0) @ v
    alone = [float(v @ np.maximum(W @ item, 0)) for item in block]
    worst = max(worst, float(np.max(np.abs(together - alone))))
print(f"{len(items)} items, the scores differ by at most {worst:.3e}")
print("RESULT " + json.dumps({"claim": "demo-batch.c3", "quantity": "largest score difference", "value": f"{worst:.3e}",
      "scale": {"items": len(items)}, "premises": ["both scorers use the same weights and 64-bit floats"],
      "counterexample": None}))
