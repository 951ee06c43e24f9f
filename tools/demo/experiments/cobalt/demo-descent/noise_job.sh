#!/bin/sh
#SBATCH --time=00:10:00
python noise_runs.py --steps 1000 --runs 100 --seeds 10
