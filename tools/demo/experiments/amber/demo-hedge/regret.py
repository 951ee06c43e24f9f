"""Mean regret of Hedge with the fixed step size, 20 seeds."""
import json, math
import numpy as np

N, T, SEEDS = 16, 2000, range(20)
eta = math.sqrt(8 * math.log(N) / T)
regrets = []
for seed in SEEDS:
    rng = np.random.default_rng(seed)
    chance = np.full(N, 0.5)
    chance[0] = 0.2
    losses = (rng.random((T, N)) < chance).astype(float)
    total, own = np.zeros(N), 0.0
    for loss in losses:
        weight = np.exp(-eta * (total - total.min()))
        own += weight @ loss / weight.sum()
        total += loss
    regrets.append(own - total.min())
    print(f"seed {seed:2d}  regret {regrets[-1]:.3f}")
print(f"mean {np.mean(regrets):.2f}  sd {np.std(regrets, ddof=1):.2f}")
print("RESULT " + json.dumps({
    "claim": "demo-hedge.c2", "quantity": "mean regret", "value": f"{np.mean(regrets):.2f}", "unit": "loss", "n": len(regrets),
    "seeds": list(SEEDS), "values": [f"{r:.3f}" for r in regrets],
    "scale": {"rounds": T, "experts": N, "seeds": len(regrets)},
    "premises": ["losses are independent over rounds",
                 "expert 1 suffers a loss with probability 0.2, each other expert with probability 0.5"],
    "counterexample": None}))
