"""Seconds per item of both scorers, measured on the same arrays in one process."""
import json, statistics, time
import numpy as np

ITEMS, BATCH, REPETITIONS = 4096, 64, 7
rng = np.random.default_rng(0)
W, v, X = rng.normal(size=(80, 48)), rng.normal(size=80), rng.normal(size=(ITEMS, 48))

def single():
    return np.array([v @ np.maximum(W @ x, 0) for x in X])

def batched():
    return np.concatenate([np.maximum(X[i:i + BATCH] @ W.T, 0) @ v for i in range(0, ITEMS, BATCH)])

def seconds_per_item(scorer):
    start = time.perf_counter()
    scorer()
    return (time.perf_counter() - start) / ITEMS

single(), batched()
ratios = []
for repetition in range(REPETITIONS):
    one, many = seconds_per_item(single), seconds_per_item(batched)
    ratios.append(one / many)
    print(f"repetition {repetition}: single {one * 1e6:.3f} us per item, batched {many * 1e6:.3f} us per item, ratio {ratios[-1]:.2f}")
mean = statistics.mean(ratios)
print(f"median ratio {statistics.median(ratios):.2f}, mean ratio {mean:.2f}")
print("RESULT " + json.dumps({
    "claim": "demo-batch.c1", "quantity": "speed-up per item", "value": f"{mean:.2f}", "unit": "factor",
    "n": len(ratios), "values": [f"{r:.3f}" for r in ratios],
    "scale": {"items": ITEMS, "batch": BATCH, "repetitions": REPETITIONS},
    "premises": ["both scorers are timed in the same process on the same arrays"], "counterexample": None}))
