# Last iterate against the average of the iterates, step size 1/sqrt(t), curvature 1.
import json, math
import numpy as np

seeds, ratios = list(range(20)), []
for seed in seeds:
    noise = np.random.default_rng(seed).normal(size=(1000, 400))
    x, mean = np.ones(400), np.zeros(400)
    for t in range(1, 1001):
        x = x - (x + noise[t - 1]) / math.sqrt(t)
        mean = mean + (x - mean) / t
    ratios.append(float((x**2).mean() / (mean**2).mean()))
    print(f"seed {seed}: ratio {ratios[-1]:.2f}")
mean_ratio = sum(ratios) / len(ratios)
print(f"mean ratio {mean_ratio:.2f}")
print("RESULT " + json.dumps({"claim": "demo-descent.c5", "quantity": "ratio of mean squared errors, last iterate to average",
      "value": f"{mean_ratio:.2f}", "unit": "factor", "n": len(ratios), "seeds": seeds, "values": [f"{r:.3f}" for r in ratios],
      "scale": {"steps": 1000, "runs_per_seed": 400, "seeds": len(seeds)},
      "premises": ["standard normal noise, independent of everything else"], "counterexample": None}))
