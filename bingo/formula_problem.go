package bingo

import "tirage/problem"

// Problem is something wrong in a formula, at a place in its game file.
type Problem = problem.Problem
