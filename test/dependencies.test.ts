import { expect, it } from 'vitest'
import manifest from '../package.json' with { type: 'json' }
import lock from '../package-lock.json' with { type: 'json' }
import client from './openapi-client/package.json' with { type: 'json' }

const { allowScripts, devDependencies } = manifest

interface Locked {
  readonly version?: string
  readonly resolved?: string
  readonly integrity?: string
  readonly inBundle?: boolean
  readonly hasInstallScript?: boolean
  readonly license?: string
  readonly link?: boolean
}
const OURS = ['', ...manifest.workspaces]
const packages = Object.entries(lock.packages as Readonly<Record<string, Locked>>).flatMap(([path, locked]) =>
  OURS.includes(path) || locked.link
    ? []
    : [{ name: path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length), ...locked }],
)

it('every package is locked to one content, and none comes from elsewhere than the registry', () => {
  expect(packages.length).toBeGreaterThan(100)
  // A bundled package comes inside another, which is locked itself. One that comes from a registry says no more than that.
  const wrong = packages.filter(
    ({ inBundle, integrity = '', resolved }) =>
      !inBundle && (!integrity.startsWith('sha512-') || resolved !== undefined),
  )
  expect(wrong.map(({ name }) => name)).toEqual([])
})

it('those asked for by name are asked for by version', () => {
  for (const version of Object.values({ ...devDependencies, ...client.devDependencies }))
    expect(version).toMatch(/^\d+\.\d+\.\d+$/)
})

it('packages that would run something while they are installed are all named, and one may', () => {
  const withScripts = packages.filter(({ hasInstallScript }) => hasInstallScript).map(({ name }) => name)
  expect(withScripts.toSorted()).toEqual(Object.keys(allowScripts).toSorted())
  expect(Object.entries(allowScripts).filter(([, mayRun]) => mayRun)).toEqual([['node', true]])
})

it('all that is linked is ours', () => {
  const linked = Object.values(lock.packages as Readonly<Record<string, Locked>>).filter(({ link }) => link)
  expect(linked.map(({ resolved }) => resolved)).toEqual(manifest.workspaces)
})

it('none is under a licence that would be ours, too', () => {
  const isOpen = (license = '') =>
    /^\(?(MIT|ISC|0BSD|Apache-2\.0|BSD-\d-Clause|BlueOak-1\.0\.0|MPL-2\.0|Python-2\.0)\b/.test(license)
  // Bundled ones come under the licence of what they are bundled with.
  expect(packages.filter(({ inBundle, license }) => !inBundle && !isOpen(license)).map(({ name }) => name)).toEqual([])
})
