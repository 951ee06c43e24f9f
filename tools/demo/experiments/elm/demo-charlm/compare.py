import collections, json, math, random

def fit(lines, n):
    counts = collections.defaultdict(collections.Counter)
    for line in lines:
        padded = "^" * (n - 1) + line
        for k in range(len(line)):
            counts[padded[k:k + n - 1]][padded[k + n - 1]] += 1
    return counts

def perplexity(model, lines, n, size):
    log_sum, characters = 0.0, 0
    for line in lines:
        padded = "^" * (n - 1) + line
        for k, character in enumerate(line):
            seen = model[padded[k:k + n - 1]]
            log_sum += math.log((seen[character] + 0.1) / (sum(seen.values()) + 0.1 * size))
            characters += 1
    return math.exp(-log_sum / characters)

with open("demo-charlm-corpus.txt", encoding="utf-8") as file:
    everything = list(file)
size = len(set("".join(everything)))
seeds = list(range(20, 32))
differences = []
for seed in seeds:
    lines = random.Random(seed).sample(everything, len(everything))
    train, test = lines[:1000], lines[1000:]
    two, three = (perplexity(fit(train, n), test, n, size) for n in (2, 3))
    differences.append(three - two)
    print(f"seed {seed}: bigram {two:.3f}, trigram {three:.3f}")
mean = sum(differences) / len(differences)
print(f"trigram minus bigram, mean over {len(seeds)} seeds: {mean:.3f}")
print("RESULT " + json.dumps({
    "claim": "demo-charlm.c2", "quantity": "perplexity difference, trigram minus bigram", "value": f"{mean:.3f}",
    "unit": "per character", "n": len(seeds), "seeds": seeds, "values": [f"{d:.4f}" for d in differences],
    "scale": {"train_lines": 1000, "heldout_lines": 200, "seeds": len(seeds)},
    "premises": ["both models are evaluated on the same held-out lines"], "counterexample": None}))
