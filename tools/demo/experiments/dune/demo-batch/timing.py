import json, sys, time
import numpy as np

count = int(sys.argv[1])
g = np.random.default_rng(7)
W = g.standard_normal((80, 48)); v = g.standard_normal(80); X = g.standard_normal((count, 48))
ratios = []
for k in range(-1, 9):                                    # the first repetition warms up
    t0 = time.perf_counter()
    for x in X:
        v.dot(np.maximum(W.dot(x), 0))
    t1 = time.perf_counter()
    for i in range(0, count, 64):
        np.maximum(X[i:i + 64].dot(W.T), 0).dot(v)
    t2 = time.perf_counter()
    if k >= 0:
        ratios.append((t1 - t0) / (t2 - t1))              # both times are for all items, so this is the ratio per item
        print("repetition", k, "ratio", round(ratios[-1], 2))
mean = sum(ratios) / len(ratios)
print("mean ratio per item", round(mean, 2))
print("RESULT " + json.dumps({"claim": "demo-batch.c1", "quantity": "speed-up per item", "value": f"{mean:.2f}", "unit": "factor",
      "n": len(ratios), "values": [f"{r:.3f}" for r in ratios], "scale": {"items": count, "batch": 64, "repetitions": len(ratios)},
      "premises": ["both scorers are timed in the same process on the same arrays"], "counterexample": None}))
