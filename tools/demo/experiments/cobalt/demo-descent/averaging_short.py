import json, math
import numpy as np

# One tenth of the paper's steps, since the queue is long.
steps, runs, seeds = 100, 400, range(10)
out = []
for s in seeds:
    r = np.random.default_rng(s)
    x, total = np.ones(runs), np.zeros(runs)
    for t in range(1, steps + 1):
        x -= (x + r.standard_normal(runs)) / math.sqrt(t)
        total += x
    out.append(np.mean(x ** 2) / np.mean((total / steps) ** 2))
    print(f"seed {s}: {out[-1]:.3f}")
print(f"average ratio {np.mean(out):.2f}")
print("RESULT " + json.dumps({"claim": "demo-descent.c5", "quantity": "ratio of mean squared errors, last iterate to average",
      "value": f"{np.mean(out):.2f}", "unit": "factor", "n": len(out), "seeds": list(seeds), "values": [f"{v:.3f}" for v in out],
      "scale": {"steps": steps, "runs_per_seed": runs, "seeds": len(out)},
      "premises": ["standard normal noise, independent of everything else"], "counterexample": None}))
