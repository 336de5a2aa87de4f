import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { noPublicNodes } from '../../api/src/testing.ts'
import { build } from '../../tools/build.mjs'
import { callRpc } from '../src/json-rpc.ts'

test('L9: the providers and chains of npm run dev end when what started them is gone', async () => {
  await build(['demo'])
  const script = fileURLToPath(new URL('../src/dev.ts', import.meta.url))
  const execArgv = ['--import', 'tsx', '--conditions=openauth-source']
  const child = fork(script, ['http://127.0.0.1:5566', '--free-ports'], { execArgv, stdio: 'ignore' })
  const [message] = (await once(child, 'message')) as [{ environment: Record<string, string>; providersUrl: string }]
  const evm = message.environment.OPENAUTH_EVM_SEPOLIA_RPC_URLS!
  expect(await callRpc(evm, 'eth_chainId', [])).toBe('0xaa36a7')
  // The server asks a public node where a network has no setting.
  const { environment } = message
  const nodes = Object.keys(noPublicNodes).map((name) => environment[name])
  expect(nodes.filter((node) => !/^(off$|http:\/\/127\.0\.0\.1:)/.test(node ?? ''))).toEqual([])
  const page = await (await fetch(message.providersUrl)).text()
  expect(page).toContain('openauth-dev')
  const [issuer] = /http:\/\/127\.0\.0\.1:\d+(?=<)/.exec(page.slice(page.indexOf('issuer')))!
  expect(await (await fetch(`${issuer}/.well-known/openid-configuration`)).json()).toMatchObject({ issuer })
  child.disconnect()
  expect(await once(child, 'exit')).toEqual([0, null])
  await expect(callRpc(evm, 'eth_chainId', [])).rejects.toThrow('no answer')
})
