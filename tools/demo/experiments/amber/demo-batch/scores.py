"""Compare the scores of both scorers for all items."""
import json
import numpy as np

ITEMS, BATCH = 4096, 64
rng = np.random.default_rng(0)
W, v, X = rng.normal(size=(80, 48)), rng.normal(size=80), rng.normal(size=(ITEMS, 48))
single = np.array([v @ np.maximum(W @ x, 0) for x in X])
batched = np.concatenate([np.maximum(X[i:i + BATCH] @ W.T, 0) @ v for i in range(0, ITEMS, BATCH)])
difference = np.abs(single - batched).max()
print(f"{ITEMS} items, largest difference {difference:.2e}, same order: {(np.argsort(single) == np.argsort(batched)).all()}")
print("RESULT " + json.dumps({
    "claim": "demo-batch.c3", "quantity": "largest score difference", "value": f"{difference:.2e}", "scale": {"items": ITEMS},
    "premises": ["both scorers use the same weights and 64-bit floats"], "counterexample": None}))
