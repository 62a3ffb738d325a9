import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import openapi from '../../functions/api/openapi/openapi.json' with { type: 'json' }
import { buildPage } from '../../web/build.ts'

/**
 * Builds what the API's function serves as files into a folder: the page, and the API's description, which would be a
 * fifth of that function's bundle, and be read at every start.
 */
export async function buildServedFiles(to: string): Promise<void> {
  await buildPage(to)
  await writeFile(join(to, 'openapi.json.gz'), gzipSync(JSON.stringify(openapi), { level: 9 }))
}

if (import.meta.main) await buildServedFiles(process.argv[2])
