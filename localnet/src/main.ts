import { devAccounts, devPhrase } from './dev-accounts.ts'
import { startEvm } from './evm.ts'
import { startSolana } from './solana.ts'
import { startVara, varaDevAccount } from './vara/index.ts'

const EVM_PORT = 8545
const SOLANA_PORT = 8899
const VARA_PORT = 9944
const SOLANA_FUNDS = 1_000_000_000_000n

/** Runs the chains on their usual ports until the process is told to end. */
const run = async (): Promise<void> => {
  const evm = await startEvm({ port: EVM_PORT })
  const solana = await startSolana({ port: SOLANA_PORT }).catch(async (error: unknown) => {
    await evm.stop()
    throw error
  })
  const vara = await startVara({ port: VARA_PORT }).catch(async (error: unknown) => {
    await Promise.all([evm.stop(), solana.stop()])
    throw error
  })
  const stop = async () => {
    await Promise.all([evm.stop(), solana.stop(), vara.stop()])
    process.exit(0)
  }
  process.once('SIGINT', () => void stop())
  process.once('SIGTERM', () => void stop())
  await solana.fund(devAccounts.solana.address, SOLANA_FUNDS)
  console.log(`EVM     ${evm.url} (chain id ${evm.chainId})
        ${devAccounts.evm.address} at ${devAccounts.evm.path} holds 10,000 ether
Solana  ${solana.url} and ${solana.wsUrl}
        ${devAccounts.solana.address} at ${devAccounts.solana.path} holds 1,000 SOL
Vara    ${vara.url} and ${vara.wsUrl}
        ${varaDevAccount} of the phrase alone holds 10,000 VARA
Phrase  ${devPhrase}
Everybody knows this phrase: what is sent to these addresses on a public chain is lost.
Ctrl+C ends the chains and forgets them.`)
}

run().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
})
