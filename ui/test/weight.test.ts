import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const file = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** What a page loads with one control, React apart: packages, the other controls, and bytes of script after gzip. */
const loadOf = async (control: string) => {
  const { outputFiles, metafile } = await build({
    entryPoints: [file(`../src/${control}.tsx`)],
    outdir: file('../dist/weight'),
    bundle: true,
    minify: true,
    splitting: true,
    format: 'esm',
    jsx: 'automatic',
    write: false,
    metafile: true,
    logLevel: 'silent',
    external: ['react', 'react-dom', 'react/*', 'react-dom/*'],
  })
  const first = new Set<string>()
  const add = (path: string): void => {
    if (first.has(path)) return
    first.add(path)
    for (const each of metafile.outputs[path]?.imports ?? [])
      if (each.kind === 'import-statement' && !each.external) add(each.path)
  }
  const entry = Object.keys(metafile.outputs).find((path) => metafile.outputs[path]?.entryPoint)
  if (entry) add(entry)
  const inputs = [...first].flatMap((path) => Object.keys(metafile.outputs[path]?.inputs ?? {}))
  const packages = inputs.map((path) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1])
  const scripts = outputFiles.filter(({ path }) =>
    [...first].some((each) => path.endsWith(each) && each.endsWith('.js')),
  )
  return {
    packages: [...new Set(packages.filter((name) => name !== undefined))].sort(),
    controls: inputs.filter((path) => path.startsWith('ui/src/')).map((path) => path.slice('ui/src/'.length)),
    bytes: scripts.reduce((sum, { contents }) => sum + gzipSync(contents).length, 0),
  }
}

describe('one control brings no others along', () => {
  it('a button is a button and its spinner', async () => {
    const { packages, controls, bytes } = await loadOf('button')
    expect(packages).toEqual([])
    expect(controls.toSorted()).toEqual(['button.css', 'button.tsx', 'class-names.tsx', 'spinner.css', 'spinner.tsx'])
    expect(bytes).toBeLessThan(1500)
  })

  it.each(['text-field', 'empty-state', 'use-copy', 'mark', 'avatar', 'texts-of'])(
    '%s, which the players’ front end loads too, needs no package',
    async (control) => {
      const { packages, bytes } = await loadOf(control)
      expect(packages).toEqual([])
      expect(bytes).toBeLessThan(1500)
    },
  )

  it('a chart leaves its library for when the first one shows', async () => {
    const { packages } = await loadOf('chart')
    expect(packages).toEqual(['lucide-react'])
  })

  it.each([
    ['dialog', 30_000],
    ['select', 60_000],
    ['data-table', 100_000],
    ['form', 30_000],
    ['command-palette', 50_000],
  ])('%s stays below %i bytes', async (control, limit) => {
    const { bytes, packages } = await loadOf(control)
    console.log(`${control}: ${(bytes / 1000).toFixed(1)} kB gzip, of ${packages.join(', ')}`)
    expect(packages).not.toContain('recharts')
    expect(bytes).toBeLessThan(limit)
  })
})
