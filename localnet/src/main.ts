import { chainPorts, DEV_TOKENS, startChains } from './chains.ts'
import { devAccounts, devPhrase } from './dev-accounts.ts'
import { varaDevAccount } from './vara/index.ts'

const tokens = `${DEV_TOKENS.toLocaleString('en')} tokens`

/** Runs the chains on their default ports until the process is ended. */
const run = async (): Promise<void> => {
  const chains = await startChains({ ports: chainPorts, keepAlive: { tell: console.error } })
  const { evm, solana, vara, mint, token, faucetUrl } = chains
  const stop = async () => {
    await chains.stop()
    process.exit(0)
  }
  process.once('SIGINT', () => void stop())
  process.once('SIGTERM', () => void stop())
  console.log(`EVM     ${evm.url} (chain id ${evm.chainId})
        ${devAccounts.evm.address} at ${devAccounts.evm.path} holds 10,000 ether, ${tokens}
        ${token.address} is an ERC-20 token of ${token.decimals} decimals
Solana  ${solana.url} and ${solana.wsUrl}
        ${devAccounts.solana.address} at ${devAccounts.solana.path} holds 1,000 SOL, ${tokens}
        ${mint.address} is an SPL mint of ${mint.decimals} decimals
Vara    ${vara.url} and ${vara.wsUrl}
        ${varaDevAccount} of the phrase alone holds 10,000 VARA
Faucet  ${faucetUrl}
        POST /fund {"solana"?, "ethereum"?, "vara"?: an address} gives 1 SOL, 1 ether, 100 VARA and 100 of each token
Phrase  ${devPhrase}
Everybody knows this phrase: what is sent to these addresses on a public chain is lost.
Ctrl+C ends the chains and forgets them.`)
}

run().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
})
