/** `npm run bench -- <name> …`: what is measured here. */

const BENCHES: Readonly<Record<string, { readonly words: string; readonly load: () => Promise<unknown> }>> = {
  engine: { words: 'the engine beside other solvers', load: () => import('./engine.ts') },
  check: { words: "the engine's answers beside those of exact cover", load: () => import('./check.ts') },
  generic: { words: '`bit-parallel` on every size and rule', load: () => import('./generic.ts') },
  large: { words: 'hard grids of any size', load: () => import('./large.ts') },
  ratings: { words: 'ratings, beside those of other programs', load: () => import('./ratings.ts') },
  variants: { words: 'puzzles that bring rules of their own', load: () => import('./variants.ts') },
  limits: { words: 'how long one puzzle can hold a worker', load: () => import('./limits.ts') },
  inclusions: { words: 'what a job may ask to be included', load: () => import('./inclusions.ts') },
  bulk: { words: 'a job of a million puzzles through the service', load: () => import('./bulk.ts') },
  'small-jobs': { words: 'what a million jobs of one grid cost', load: () => import('./small-jobs.ts') },
  bundle: { words: 'what the bundles weigh, and how soon they are ready', load: () => import('./bundle.ts') },
  load: { words: 'the service under many clients', load: () => import('./load.ts') },
  'one-request': { words: 'a job of one grid by one request and by two', load: () => import('./one-request.ts') },
  soak: { words: 'whether memory grows while jobs go on', load: () => import('./soak.ts') },
  heap: { words: 'whether the handler of the API keeps anything', load: () => import('./heap.ts') },
}

const [name = ''] = process.argv.splice(2, 1)
const bench = Object.hasOwn(BENCHES, name) ? BENCHES[name] : undefined
if (bench) await bench.load()
else {
  console.error('npm run bench -- <name> …\n')
  for (const [known, { words }] of Object.entries(BENCHES)) console.error(`  ${known.padEnd(16)}${words}`)
  process.exitCode = 2
}
