import { createHash } from 'node:crypto'
import { globSync, statSync } from 'node:fs'
import { mkdir, mkdtempDisposable, readdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import openapi from '../../functions/api/openapi/openapi.json' with { type: 'json' }
import { buildPage } from '../../web/build.ts'

/**
 * Builds what the API's function serves as files into a folder: the page, and the API's description, which would be a
 * fifth of that function's bundle, and be read at every start.
 */
async function buildServedFiles(to: string): Promise<void> {
  await buildPage(to)
  await writeFile(join(to, 'openapi.json.gz'), gzipSync(JSON.stringify(openapi), { level: 9 }))
}

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const BUILDS = join(ROOT, 'node_modules/.cache/page')

/** The folder of those files for a service on this machine, which builds them again, in half a second, if their sources have changed. */
export async function servedFiles(): Promise<string> {
  const built = join(BUILDS, keyOfSources())
  const now = new Date()
  if (statSync(built, { throwIfNoEntry: false })) {
    await utimes(built, now, now)
    return built
  }
  await mkdir(BUILDS, { recursive: true })
  await using draft = await mkdtempDisposable(join(BUILDS, 'draft-'))
  await buildServedFiles(draft.path)
  // Several services may start at once and build the same page: the first one to get here keeps its build.
  await rename(draft.path, built).catch(() => {})
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

if (import.meta.main) await buildServedFiles(process.argv[2])
