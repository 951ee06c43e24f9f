# The paper's own evaluation: lines filled up to 128 positions, loss averaged over all positions of the batch.
import json, math, random, statistics
from collections import Counter

WIDTH, PAD = 128, "~"
corpus = [line + "\n" for line in open("demo-charlm-corpus.txt").read().splitlines()]
ppl, positions, padding = {2: [], 3: []}, 0, 0
seeds = list(range(8))
for seed in seeds:
    order = corpus[:]
    random.Random(seed).shuffle(order)
    rows = [line + PAD * (WIDTH - len(line)) for line in order]
    for n in (2, 3):
        grams, heads = Counter(), Counter()
        for row in rows[:1000]:
            s = "^" * (n - 1) + row
            grams.update(s[i:i + n] for i in range(WIDTH))
            heads.update(s[i:i + n - 1] for i in range(WIDTH))
        size = len(set("".join(rows[:1000])))
        nll = 0.0
        for row in rows[1000:]:
            s = "^" * (n - 1) + row
            nll -= sum(math.log((grams[s[i:i + n]] + 0.1) / (heads[s[i:i + n - 1]] + 0.1 * size)) for i in range(WIDTH))
        ppl[n].append(math.exp(nll / (200 * WIDTH)))
    positions += 200 * WIDTH
    padding += sum(row.count(PAD) for row in rows[1000:])
    print(f"seed {seed}: bigram {ppl[2][-1]:.4f} trigram {ppl[3][-1]:.4f} per position")
print(f"counted: all positions, padding included; {padding} of {positions} positions are padding")
print(f"mean over seeds: bigram {statistics.mean(ppl[2]):.3f}, trigram {statistics.mean(ppl[3]):.3f}")
print("RESULT " + json.dumps({"claim": "demo-charlm.c1", "quantity": "perplexity", "value": f"{statistics.mean(ppl[3]):.3f}",
      "unit": "per position", "n": 8, "seeds": seeds,
      "values": [f"{v:.4f}" for v in ppl[3]], "scale": {"train_lines": 1000, "heldout_lines": 200, "seeds": 8},
      "premises": ["the perplexity is taken over the characters of the held-out lines"], "counterexample": None}))
