import type { Noun } from '../noun.ts'

export const walletPolicies: Noun = {
  name: 'wallet-policies',
  group: 'walletPolicies',
  summary: "What an app's wallets may do: networks, tokens, limits, and what app secrets may send",
  examples: [
    'openauth wallet-policies get --app "My app" --json',
    `openauth wallet-policies update --limits '[{"token":"solana:native","perDay":"5000000000"}]'`,
    `openauth wallet-policies update --partner-limits '[{"token":"solana:native","perDay":"1000000000"}]'`,
    'openauth wallet-policies update --partner-limits null',
    'openauth wallet-policies dry-run --app "My app" --network solana --recipient <address> --amount 1000000',
    'openauth wallet-policies update-of-user <user id> --message-signing false',
  ],
}

export const knownTokens: Noun = {
  name: 'known-tokens',
  group: 'knownTokens',
  summary: 'Tokens that wallets show by a name, symbol and icon of your choice, without a warning',
  examples: [
    'openauth known-tokens list --app "My app"',
    'openauth known-tokens set --network solana --address <mint> --symbol PLAY --name "Play Token"',
    'openauth known-tokens remove --network solana --address <mint>',
  ],
}

export const dapps: Noun = {
  name: 'dapps',
  group: 'dapps',
  summary: "Partner apps that the players' front end opens in a frame",
  examples: [
    'openauth dapps create --name "Rocket" --url https://rocket.example --description "Fly to the moon"',
    'openauth dapps move 3 --before 1',
    'openauth dapps reorder --ids 3,1,2',
  ],
}

export const gameCenters: Noun = {
  name: 'game-centers',
  group: 'gameCenters',
  summary: "Games that the players' front end links to",
  examples: [
    'openauth game-centers create --name "Ring Runner" --link https://games.example/ring',
    'openauth game-centers move 2 --before 1',
    'openauth game-centers reorder --ids 2,1',
  ],
}

export const pictures: Noun = {
  name: 'pictures',
  group: 'pictures',
  summary: 'Pictures of dapps and games that the server keeps',
  examples: ['openauth pictures upload --picture "$(base64 --wrap=0 logo.png)"'],
}
