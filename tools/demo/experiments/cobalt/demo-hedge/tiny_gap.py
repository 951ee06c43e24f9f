import json, math
import numpy as np

# One expert is better than the fifteen others, but only a little: 0.45 against 0.5.
rounds, experts, seeds = 2000, 16, range(10)
prob = [0.45] + [0.5] * 15
gain = []
for s in seeds:
    L = (np.random.default_rng([s, 45]).random((rounds, experts)) < prob) * 1.0
    past = np.vstack([np.zeros(experts), np.cumsum(L, axis=0)[:-1]])
    past -= past.min(axis=1, keepdims=True)
    t = np.arange(1, rounds + 1)[:, None]
    reg = []
    for eta in (np.sqrt(np.log(experts) / t), np.full_like(t, math.sqrt(8 * math.log(experts) / rounds), dtype=float)):
        w = np.exp(-eta * past)
        reg.append(((w / w.sum(axis=1, keepdims=True)) * L).sum() - L.sum(axis=0).min())
    gain.append(reg[0] - reg[1])
    print(f"seed {s}: decreasing {reg[0]:.1f}, fixed {reg[1]:.1f}")
avg = float(np.mean(gain))
print(f"decreasing minus fixed, averaged over seeds: {avg:.2f}")
print("RESULT " + json.dumps({"claim": "demo-hedge.c3", "quantity": "regret difference, decreasing minus fixed",
      "value": f"{avg:.2f}", "unit": "loss", "n": 10, "seeds": list(seeds), "values": [f"{g:.2f}" for g in gain],
      "scale": {"rounds": rounds, "experts": experts, "seeds": 10},
      "premises": ["losses are independent over rounds", "one expert has a smaller loss probability than all others"],
      "counterexample": None}))
