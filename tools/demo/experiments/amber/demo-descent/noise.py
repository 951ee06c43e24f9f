"""Root mean square error after 1,000 noisy steps with curvature 1, ten seeds of 100 runs each."""
import json
import numpy as np

STEPS, RUNS, SEEDS = 1000, 100, range(10)
errors = []
for seed in SEEDS:
    rng = np.random.default_rng(seed)
    x = np.ones(RUNS)
    for t in range(1, STEPS + 1):
        x -= (x + rng.normal(size=RUNS)) / t
    errors.append(float(np.sqrt(np.mean(x ** 2))))
    print(f"seed {seed}: {errors[-1]:.4f}")
mean = sum(errors) / len(errors)
print(f"mean {mean:.4f}, largest {max(errors):.4f}")
print("RESULT " + json.dumps({
    "claim": "demo-descent.c3", "quantity": "root mean square error", "value": f"{mean:.4f}", "n": len(errors),
    "seeds": list(SEEDS), "values": [f"{e:.4f}" for e in errors],
    "scale": {"steps": STEPS, "runs_per_seed": RUNS, "seeds": len(errors)},
    "premises": ["standard normal noise, independent of everything else"], "counterexample": None}))
