import { execFileSync, spawn } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Mutation } from './mutations.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

export interface Mutant extends Mutation {
  /** From the project's root. */
  readonly file: string
}

/** How long a test file takes, and whether it passed. */
export interface TestRun {
  readonly file: string
  readonly hasPassed: boolean
  readonly seconds: number
}

/**
 * A copy of the source that can be changed, with the packages of the original. What is changed in the original from now on
 * makes no difference.
 */
export class Copy {
  readonly folder: string

  constructor(folder: string) {
    this.folder = folder
    const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: ROOT })
    for (const file of files.toString().split('\0').filter(Boolean)) cpSync(join(ROOT, file), join(folder, file))
    // The copy has its own of whatever tools keep beside the packages: a page of mutants is served to nobody else.
    for (const at of ['node_modules', 'test/openapi-client/node_modules']) {
      mkdirSync(join(folder, at))
      for (const name of readdirSync(join(ROOT, at)).filter((name) => name !== '.cache'))
        symlinkSync(join(ROOT, at, name), join(folder, at, name))
    }
  }

  /**
   * Those that compile: all at once, each as a file of its own beside the original. What the compiler says of the
   * original in such a place, too, says nothing of a mutant: its class with private fields is not the original's.
   */
  async compiling(mutants: readonly Mutant[]): Promise<Mutant[]> {
    const beside = (file: string, mark: number | string) => file.replace(/(?=\.tsx?$)/, `.mutant-${mark}`)
    const sources = new Map(mutants.map((mutant, i) => [beside(mutant.file, i), this.#mutated(mutant)]))
    for (const { file } of mutants) sources.set(beside(file, 'none'), this.sourceOf(file))
    for (const [file, source] of sources) writeFileSync(join(this.folder, file), source)
    const project = join(this.folder, 'tsconfig.mutants.json')
    const compilerOptions = { noUnusedLocals: false }
    const files = [...sources.keys()]
    writeFileSync(project, JSON.stringify({ extends: './tsconfig.json', include: [], files, compilerOptions }))
    const { output } = await this.#run(['node_modules/typescript/bin/tsc', '--project', project, '--pretty', 'false'])
    for (const file of [...files, 'tsconfig.mutants.json']) rmSync(join(this.folder, file))
    const errors = Map.groupBy(output.matchAll(/^(\S+?)\(\d+,\d+\): error (.*)$/gm), ([, file]) => file)
    const errorsIn = (file: string) =>
      (errors.get(file) ?? []).map(([, , error]) => error.replaceAll(/\.mutant-\w+/g, '')).join('\n')
    return mutants.filter(({ file }, i) => errorsIn(beside(file, i)) === errorsIn(beside(file, 'none')))
  }

  sourceOf(file: string): string {
    return readFileSync(join(this.folder, file), 'utf8')
  }

  #mutated({ file, start, end, text }: Mutant): string {
    const source = this.sourceOf(file)
    return source.slice(0, start) + text + source.slice(end)
  }

  /** Runs test files without a mutant, as many at a time as there are processors. */
  async runsOf(files: readonly string[]): Promise<TestRun[]> {
    const report = `${this.folder}-report.json`
    await this.#test(files, true, ['--reporter=json', `--outputFile=${report}`])
    const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as {
      testResults: { name: string; status: string; startTime: number; endTime: number }[]
    }
    return testResults.map(({ name, status, startTime, endTime }) => ({
      file: name.slice(this.folder.length + 1),
      hasPassed: status === 'passed',
      seconds: (endTime - startTime) / 1000,
    }))
  }

  /** Whether a mutant fails one of some test files, or keeps them from ending in time; they run in their order. */
  async isNoticed(mutant: Mutant, files: readonly string[], needService: boolean, timeoutS: number): Promise<boolean> {
    const path = join(this.folder, mutant.file)
    const original = this.sourceOf(mutant.file)
    writeFileSync(path, this.#mutated(mutant))
    const options = ['--bail=1', '--maxWorkers=1', '--reporter=dot']
    const { code } = await this.#test(files, needService, options, timeoutS)
    writeFileSync(path, original)
    return code !== 0
  }

  #test(files: readonly string[], needService: boolean, options: readonly string[], timeoutS?: number) {
    const command = ['node_modules/vitest/vitest.mjs', 'run', '--config=test/mutants/vitest.config.ts', ...options]
    const env = { MUTANT_TESTS: JSON.stringify(files), MUTANT_SERVICE: needService ? 'yes' : '' }
    return this.#run([...command, '--tags-filter=!long'], env, timeoutS)
  }

  /** Runs a script; after a time it is killed, with all that it has started. */
  async #run(
    command: readonly string[],
    env: Readonly<Record<string, string>> = {},
    timeoutS?: number,
  ): Promise<{ code: number | null; output: string }> {
    const temporary = `${this.folder}-temporary`
    mkdirSync(temporary)
    const child = spawn(process.execPath, command, {
      cwd: this.folder,
      detached: true,
      env: { ...process.env, ...env, TMPDIR: temporary },
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    const kill = () => {
      try {
        process.kill(-(child.pid ?? 0), 'SIGKILL')
      } catch {
        // All of them have ended.
      }
    }
    let output = ''
    child.stdout.on('data', (data) => {
      output += data
    })
    // Before the folder goes, in which it works.
    process.prependOnceListener('exit', kill)
    const timer = timeoutS === undefined ? undefined : setTimeout(kill, timeoutS * 1000)
    const code = await new Promise<number | null>((resolve, reject) => {
      child.on('error', reject)
      child.on('close', resolve)
    })
    clearTimeout(timer)
    kill()
    process.off('exit', kill)
    rmSync(temporary, { recursive: true, force: true })
    return { code, output }
  }
}
