import json, math, random, sys

# Trigram model as nested dictionaries; every held-out character counts once, and nothing else does.
rows = open("demo-charlm-corpus.txt").read().split("\n")[:-1]
results = []
for seed in range(10):
    random.seed(seed)
    random.shuffle(rows)
    table, letters = {}, {"\n"}
    for row in rows[:1000]:
        a = b = "^"
        for c in row + "\n":
            table.setdefault(a + b, {}).setdefault(c, 0)
            table[a + b][c] += 1
            letters.add(c)
            a, b = b, c
    bits, count = 0.0, 0
    for row in rows[1000:]:
        a = b = "^"
        for c in row + "\n":
            seen = table.get(a + b, {})
            bits -= math.log2((seen.get(c, 0) + 0.1) / (sum(seen.values()) + 0.1 * len(letters)))
            count += 1
            a, b = b, c
    results.append(2 ** (bits / count))
    print("seed", seed, "characters", count, "perplexity", round(results[-1], 4))
mean = sum(results) / len(results)
print("mean perplexity", round(mean, 3))
print("RESULT " + json.dumps({"claim": "demo-charlm.c1", "quantity": "perplexity", "value": "%.3f" % mean,
      "unit": "per character", "n": 10, "seeds": list(range(10)), "values": ["%.4f" % r for r in results],
      "scale": {"train_lines": 1000, "heldout_lines": 200, "seeds": 10},
      "premises": ["the perplexity is taken over the characters of the held-out lines"], "counterexample": None}))
