import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import chromium from '@sparticuz/chromium'
import project from '../../package.json' with { type: 'json' }

const BUILDS = fileURLToPath(new URL('../../node_modules/.cache/chromium/', import.meta.url))
/** Where Chrome and Chromium are installed on systems that the packaged one is not built for. */
const INSTALLED = [
  '/usr/bin/chromium',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

/** A Chromium to test the page in: the packaged one on 64-bit Linux, unpacked once, else an installed one. */
export async function chromiumPath(): Promise<string | undefined> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return INSTALLED.find((path) => existsSync(path))
  const home = join(BUILDS, project.devDependencies['@sparticuz/chromium'])
  if (!existsSync(home)) await unpack(home)
  return join(home, 'chromium')
}

/** An interrupted run leaves a draft, and no half of a browser. */
async function unpack(home: string): Promise<void> {
  await mkdir(BUILDS, { recursive: true })
  const draft = await mkdtemp(join(BUILDS, 'draft-'))
  const { TMPDIR } = process.env
  try {
    // The package unpacks to the system's temporary folder, and would leave 200 MB there.
    process.env.TMPDIR = draft
    await chromium.executablePath()
    await rename(draft, home)
  } finally {
    if (TMPDIR === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = TMPDIR
    await rm(draft, { recursive: true, force: true })
  }
}
