"""Count what each scorer reads and multiplies: a wrapper around the weights notes every product they take part in."""
import json
import numpy as np

class Counted:
    """An array that counts the bytes of itself that are read, and the multiply-adds it takes part in."""
    read = 0
    multiply_adds = 0

    def __init__(self, array):
        self.array = array

    def times(self, columns):
        Counted.read += self.array.nbytes
        Counted.multiply_adds += self.array.size * (1 if columns.ndim == 1 else columns.shape[1])
        return self.array @ columns

ITEMS, BATCH = 4096, 64
rng = np.random.default_rng(0)
W, v = Counted(rng.normal(size=(80, 48))), Counted(rng.normal(size=(1, 80)))
X = rng.normal(size=(48, ITEMS))
per_item = {}
for name, width in (("single", 1), ("batched", BATCH)):
    Counted.read = Counted.multiply_adds = 0
    for i in range(0, ITEMS, width):
        columns = X[:, i] if width == 1 else X[:, i:i + width]
        v.times(np.maximum(W.times(columns), 0))
    per_item[name] = Counted.read / ITEMS, Counted.multiply_adds / ITEMS
    print(f"{name}: {per_item[name][0]:.0f} weight bytes and {per_item[name][1]:.0f} multiply-adds per item")
ratio = per_item["single"][0] / per_item["batched"][0]
assert per_item["single"][1] == per_item["batched"][1]
print(f"ratio of weight bytes per item {ratio:.2f}")
print("RESULT " + json.dumps({
    "claim": "demo-batch.c2", "quantity": "ratio of weight bytes read per item", "value": f"{ratio:.2f}", "unit": "factor",
    "scale": {"items": ITEMS, "batch": BATCH}, "premises": ["weights are not kept between calls"], "counterexample": None}))
print("RESULT " + json.dumps({
    "claim": "demo-batch.c4", "quantity": "multiply-adds per item", "value": f"{per_item['single'][1]:.0f}",
    "unit": "multiply-adds", "scale": {"items": ITEMS}, "premises": ["one multiply-add is counted for each weight"],
    "counterexample": None}))
