import type { Command } from 'commander'
import { DEFAULT_ENDPOINT } from './endpoint.ts'
import { wrapWords } from './wrap-words.ts'

const examples = `
Examples:
  openauth                                      on a terminal: the live board
  openauth setup                                the first admin of a new server
  openauth login --endpoint https://auth.example.com
  openauth apps create "My app"
  openauth use "My app"                         then --app is optional
  openauth users list --limit 50
  openauth users list --all --json | jq -r .id
  openauth apps list --fields id,name --csv > apps.csv
  openauth partner users list --app "My app"    what the app's own server sees`

const variables: readonly (readonly [name: string, text: string])[] = [
  ['OPENAUTH_ENDPOINT', `the server, if --endpoint is not given (default ${DEFAULT_ENDPOINT})`],
  ['OPENAUTH_PROFILE', 'the profile, if neither --endpoint nor --profile is given'],
  ['OPENAUTH_TOKEN', 'an admin token, used in place of the saved session'],
  ['OPENAUTH_PASSWORD', 'the password, if a command needs one'],
  ['OPENAUTH_APPROVAL_REASON', 'in place of --approval-reason'],
  ['OPENAUTH_APP_SECRET', 'the app secret of openauth partner'],
  ['OPENAUTH_USER_TOKEN', 'the user token of openauth user'],
  ['OPENAUTH_PLAIN', 'the board as lines of text, as screen readers need it'],
  ['NO_COLOR', 'no colours'],
]

/** What stands below the commands in the program's help, on a terminal of this width. */
export const closingOf = (program: Command, helpWidth: number): string => {
  const helper = program.createHelp()
  helper.prepareContext({ helpWidth })
  const width = Math.max(...variables.map(([name]) => name.length))
  const listed = variables.map(([name, text]) => helper.formatItem(name, width, text, helper))
  const codes = 'Exit codes: 0 done, 1 failed, 2 wrong use, 3 another admin has to approve it first, 4 not signed in.'
  const end = ['Results go to stdout, everything else to stderr.', codes].flatMap((text) => wrapWords(text, helpWidth))
  return [examples, '', 'Environment:', ...listed, '', ...end].join('\n')
}
