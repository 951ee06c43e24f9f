"""Ablation: weighted majority with beta = 1/2 against the same vote with frozen weights (beta = 1)."""
import json
import numpy as np

N, T, SEEDS = 32, 500, range(8)

def mistakes(outcomes, advice, beta):
    weight, count = np.ones(N), 0
    for outcome, bits in zip(outcomes, advice):
        prediction = int(weight[bits == 1].sum() >= weight[bits == 0].sum())
        count += prediction != outcome
        weight = np.where(bits == outcome, weight, weight * beta)
        weight /= weight.max()
    return count

added = []
for seed in SEEDS:
    rng = np.random.default_rng(seed)
    outcomes = rng.integers(2, size=T)
    right = rng.random((T, N)) < np.r_[0.9, np.full(N - 1, 0.55)]
    advice = np.where(right, outcomes[:, None], 1 - outcomes[:, None])
    live, frozen = mistakes(outcomes, advice, 0.5), mistakes(outcomes, advice, 1.0)
    added.append(frozen - live)
    print(f"seed {seed}  updated {live:3d}  frozen {frozen:3d}  added {added[-1]:3d}")
mean = sum(added) / len(added)
print(f"mean of the additional mistakes {mean:.1f}")
print("RESULT " + json.dumps({
    "claim": "demo-hedge.c4", "quantity": "additional mistakes with frozen weights", "value": f"{mean:.1f}", "unit": "mistakes",
    "n": len(added), "seeds": list(SEEDS), "values": [str(int(a)) for a in added],
    "scale": {"rounds": T, "experts": N, "seeds": len(added)}, "premises": ["both forecasters read the same sequence"],
    "counterexample": None}))
