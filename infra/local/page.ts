import { createHash } from 'node:crypto'
import { globSync, statSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rename, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildServedFiles } from '../settings/served-files.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const BUILDS = join(ROOT, 'node_modules/.cache/page')

/** The folder of the files that the API serves, which are built again, in half a second, if their sources have changed. */
export async function builtPage(): Promise<string> {
  const built = join(BUILDS, keyOfSources())
  const now = new Date()
  if (statSync(built, { throwIfNoEntry: false })) {
    await utimes(built, now, now)
    return built
  }
  await mkdir(BUILDS, { recursive: true })
  const draft = await mkdtemp(join(BUILDS, 'draft-'))
  try {
    await buildServedFiles(draft)
    // Several services may start at once and build the same page: the first one to get here keeps its build.
    await rename(draft, built).catch(() => {})
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
  await dropOld()
  return built
}

const SOURCES = ['web/**/*', 'shared/**/*', 'functions/api/openapi/openapi.json', 'package-lock.json']

function keyOfSources(): string {
  const hash = createHash('sha256')
  const sources = globSync(SOURCES, { cwd: ROOT, withFileTypes: true })
  for (const entry of sources.filter((found) => found.isFile())) {
    const path = join(entry.parentPath, entry.name)
    const { mtimeMs, size } = statSync(path)
    hash.update(`${path} ${mtimeMs} ${size}\n`)
  }
  return hash.digest('base64url').slice(0, 16)
}

const KEPT_MS = 7 * 24 * 3_600_000

/** Removes builds with which no service was started for a week. */
async function dropOld(): Promise<void> {
  for (const name of await readdir(BUILDS)) {
    const path = join(BUILDS, name)
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Date.now() }))
    if (Date.now() - mtimeMs > KEPT_MS) await rm(path, { recursive: true, force: true })
  }
}
