"""Trigram models trained on the even and on the odd training lines, same held-out lines, 8 seeds."""
import collections, json, math, random, statistics

lines = open("demo-charlm-corpus.txt", encoding="utf-8").read().splitlines()
SEEDS = range(8)

def trigram(train, heldout):
    pairs, contexts, alphabet = collections.Counter(), collections.Counter(), set()
    for line in train:
        text = "^^" + line + "\n"
        for i in range(2, len(text)):
            pairs[text[i - 2:i + 1]] += 1
            contexts[text[i - 2:i]] += 1
            alphabet.add(text[i])
    losses = []
    for line in heldout:
        text = "^^" + line + "\n"
        losses += [-math.log((pairs[text[i - 2:i + 1]] + 0.1) / (contexts[text[i - 2:i]] + 0.1 * len(alphabet)))
                   for i in range(2, len(text))]
    return math.exp(sum(losses) / len(losses))

differences = []
for seed in SEEDS:
    shuffled = lines[:]
    random.Random(seed).shuffle(shuffled)
    train, heldout = shuffled[:1000], shuffled[1000:]
    even, odd = trigram(train[::2], heldout), trigram(train[1::2], heldout)
    differences.append(even - odd)
    print(f"seed {seed}: even {even:.4f}  odd {odd:.4f}  difference {even - odd:+.4f}")
mean = statistics.mean(differences)
print(f"mean difference {mean:+.4f}")
print("RESULT " + json.dumps({
    "claim": "demo-charlm.c4", "quantity": "perplexity difference, even minus odd training lines", "value": f"{mean:.4f}",
    "unit": "per character", "n": len(SEEDS), "seeds": list(SEEDS), "values": [f"{d:.4f}" for d in differences],
    "scale": {"train_lines": 500, "heldout_lines": 200, "seeds": len(SEEDS)},
    "premises": ["both halves are evaluated on the same held-out lines"], "counterexample": None}))
