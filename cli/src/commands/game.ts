import type { Noun } from '../noun.ts'

export const gameRules: Noun = {
  name: 'game-rules',
  group: 'gameRules',
  summary: "Rules of an app's tap game: energy, boosts, rewards, levels and leagues",
  examples: [
    'openauth game-rules get --app "My app" --json',
    `openauth game-rules simulate --app "My app" --energy '{"perSecond":2}'`,
    `openauth game-rules update --app "My app" --energy '{"perSecond":2}' --expected-version 0`,
    'openauth game-rules versions --app "My app"',
  ],
}

export const squads: Noun = {
  name: 'squads',
  group: 'gameSquads',
  summary: 'Squads of players in the tap game',
  examples: [
    'openauth squads list --app "My app"',
    'openauth squads update <squad id> --app "My app" --name "Better name"',
    'openauth squads remove-member <squad id> <user id> --app "My app"',
    'openauth squads delete <squad id> --app "My app"',
  ],
}

export const gamePlayers: Noun = {
  name: 'game-players',
  group: 'gamePlayers',
  summary: 'Players of the tap game: their rings, energy, boosts and ledger',
  examples: [
    'openauth game-players get <user id> --app "My app"',
    'openauth game-players ledger <user id> --app "My app"',
    'openauth game-players adjust <user id> --app "My app" --rings 100 --reason "Lost in a contest" --idempotency-key ticket-7',
  ],
}

export const boards: Noun = {
  name: 'boards',
  group: 'gameBoards',
  summary: "Boards of an app's tap game: where they are, how many players they have, and building them again",
  verbs: {
    get: { table: 'boards', columns: ['board', 'players', 'building'] },
    rebuild: { watches: 'boards', table: 'boards', columns: ['board', 'players'] },
  },
  examples: ['openauth boards get --app "My app"', 'openauth boards rebuild --app "My app"'],
}
