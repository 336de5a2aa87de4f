import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { inflate } from '@sparticuz/chromium'
import { type Browser, type BrowserContext, chromium, type LaunchOptions } from 'playwright-core'

/** How long, in milliseconds, a test waits for what a page does: limits only end what hangs. A shorter one tells sooner what is wrong. */
export const PAGE_WAIT = Number(process.env.OPENAUTH_TEST_WAIT ?? 120_000)

const modules = fileURLToPath(new URL('../../node_modules', import.meta.url))
const packed = join(modules, '@sparticuz/chromium/bin')
const cache = join(modules, '.cache/openauth')

/** What the package packs lies in this checkout, where neither another user nor another version has left theirs. */
const home = join(cache, `chromium-${statSync(join(packed, 'chromium.br')).size}`)

/** The package unpacks into the folder for temporary files, of which it asks at the call. */
const unpackInto = async (folder: string): Promise<void> => {
  const { TMPDIR } = process.env
  process.env.TMPDIR = folder
  const unpacked = ['chromium.br', 'fonts.tar.br', 'al2023.tar.br'].map((name) => inflate(join(packed, name)))
  if (TMPDIR === undefined) delete process.env.TMPDIR
  else process.env.TMPDIR = TMPDIR
  await Promise.all(unpacked)
}

/** The browser's own fonts only: every machine shows the same, also one without any. */
const fontConfig = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${join(home, 'fonts')}</dir>
  <cachedir>${join(home, 'fonts-cache')}</cachedir>
</fontconfig>
`

const fontFile = join(home, 'fonts/fonts.conf')

/** Writes the paths of the fonts again, which are wrong in a checkout that was moved or copied. Without fonts Chromium exits. */
const nameFonts = (): void => {
  if (readFileSync(fontFile, 'utf8') !== fontConfig) writeFileSync(fontFile, fontConfig)
}

/** Several test files may do this at once: each unpacks aside, and the first to be done is the one that stays. */
const unpack = async (): Promise<void> => {
  if (existsSync(home)) return nameFonts()
  mkdirSync(cache, { recursive: true })
  const aside = mkdtempSync(`${home}-`)
  try {
    await unpackInto(aside)
    writeFileSync(join(aside, 'fonts/fonts.conf'), fontConfig)
    renameSync(aside, home)
  } catch (error) {
    rmSync(aside, { recursive: true, force: true })
    if (!existsSync(home)) throw error
  }
}

/** How many times slower pages are made, which finds tests that depend on how fast something is. */
const SLOWDOWN = Number(process.env.OPENAUTH_TEST_SLOWDOWN ?? 1)

const slowedDown = (browser: Browser): Browser => {
  browser.on('context', (context) => {
    context.on('page', (page) => {
      // A page that was closed at once needs none.
      const send = async () =>
        (await context.newCDPSession(page)).send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
      void send().catch(() => {})
    })
  })
  return browser
}

const launch = async (env: Record<string, string>, options: LaunchOptions): Promise<Browser> => {
  const browser = await chromium.launch({
    executablePath: join(home, 'chromium'),
    // Neither root nor a container can have a sandbox, nor is there anything to protect from these pages. Tabs share a
    // process, since each new one compiles the app's scripts again.
    args: ['--no-sandbox', '--disable-gpu', '--process-per-site', '--renderer-process-limit=1'],
    env: { ...process.env, FONTCONFIG_PATH: join(home, 'fonts'), ...env },
    ...options,
  })
  return SLOWDOWN > 1 ? slowedDown(browser) : browser
}

/**
 * Starts a Chromium, as root and as any other user; with the libraries that came along where the machine lacks them. It
 * ends with the process.
 */
export const launchChromium = async (options: LaunchOptions = {}): Promise<Browser> => {
  await unpack()
  return launch({}, options).catch(() => launch({ LD_LIBRARY_PATH: join(home, 'al2023/lib') }, options))
}

let running: Promise<Browser> | undefined

/** The Chromium of this worker. Files of one worker share it: a file opens contexts and closes them. */
export const sharedBrowser = (): Promise<Browser> => (running ??= launchChromium())

/** Closes what a file has opened in the browser of its worker. */
export const closeContexts = async (): Promise<void> => {
  const browser = await running
  await Promise.all((browser?.contexts() ?? []).map((context) => context.close()))
}

/** The browser's own words on an answer of 4xx, which no page can keep out of the console. */
const refusal = /^Failed to load resource: the server responded with a status of 4\d\d/

/** What the consoles of all tabs say that they should not, breaches of a policy included, in the order of its coming. */
export const consoleErrorsOf = (context: BrowserContext): string[] => {
  const consoleErrors: string[] = []
  context.on('console', (message) => {
    const text = message.text()
    if (['error', 'warning'].includes(message.type()) && !refusal.test(text)) consoleErrors.push(text)
  })
  context.on('weberror', (failure) => void consoleErrors.push(failure.error().message))
  return consoleErrors
}
