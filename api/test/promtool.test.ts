import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { root } from '../src/paths.ts'
import { createTestApp, freePort, signInAs, signInAsAdmin, testServer } from '../src/testing.ts'

/** Prometheus' own tool, where this machine has it: Debian's package `prometheus`. vitest.config.ts leaves this file out elsewhere. */
const promtool = (args: string[], input = '') =>
  execFileSync('promtool', args, { input, encoding: 'utf8', cwd: root, stdio: ['pipe', 'pipe', 'pipe'] })

test('Prometheus accepts the rules, and they alert as they should', () => {
  expect(promtool(['check', 'rules', 'ops/prometheus/alerts.yml'])).toContain('SUCCESS')
  expect(promtool(['test', 'rules', 'ops/prometheus/alerts.test.yml'])).toContain('SUCCESS')
})

test('Prometheus accepts the metrics of a server that has done something, and has no advice about their names', async () => {
  const port = await freePort()
  const server = await testServer({ OPENAUTH_METRICS_PORT: String(port) })
  try {
    const app = await createTestApp(server, await signInAsAdmin(server), 'Measured')
    await signInAs(server, app.id, 'ada')
    const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
    expect(text).toContain('openauth_logins_total{method="username",outcome="ok"} ')
    // What prom-client names is its own matter.
    const own = text
      .split('\n')
      .filter((line) => /^(# (HELP|TYPE) )?openauth_/.test(line))
      .join('\n')
    expect(promtool(['check', 'metrics'], `${own}\n`)).toBe('')
  } finally {
    await server.stop()
  }
})
