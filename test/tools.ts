/** `npm run tool -- <name> …`: what is tested by hand, because it takes long or needs what is not everywhere. */

const TOOLS: Readonly<Record<string, { readonly words: string; readonly load: () => Promise<unknown> }>> = {
  fuzz: {
    words: "sends strangers' requests, and says which was answered wrong: --seed --requests",
    load: () => import('./fuzz/fuzz.ts'),
  },
  faults: {
    words: 'disturbs jobs on real processes until one ends otherwise: --rounds --seed --only',
    load: () => import('./faults/disturb.ts'),
  },
  simulate: {
    words: 'runs histories until one breaks a promise: --histories --seed --trace --mutants --mutant --long-search',
    load: () => import('./simulation/simulate.ts'),
  },
  mutants: {
    words: 'changes the source a little, and says which changes no test notices: --seed --count --room',
    load: () => import('./mutants/mutants.ts'),
  },
  steps: {
    words: 'takes steps before the judges of steps and of their names: --file --count --seed --nodes',
    load: () => import('./sudoku/rating/judge-steps.ts'),
  },
  'dynamodb-local': {
    words: "holds Amazon's DynamoDB Local to the contract of the table, where there is Java",
    load: () => import('./contract/dynamodb-local.ts'),
  },
  aws: {
    words: 'holds the table and the queues of a real account to the contract',
    load: () => import('./contract/aws.ts'),
  },
}

const [name = ''] = process.argv.splice(2, 1)
const tool = Object.hasOwn(TOOLS, name) ? TOOLS[name] : undefined
if (tool) await tool.load()
else {
  console.error('npm run tool -- <name> …\n')
  for (const [known, { words }] of Object.entries(TOOLS)) console.error(`  ${known.padEnd(16)}${words}`)
  process.exitCode = 2
}
