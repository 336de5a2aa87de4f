import { type Command, Help } from 'commander'

/** A longer term, such as an option with a list of values, has a line of its own above its description. */
const WIDEST_TERM = 42

const termsOf = (command: Command, helper: Help): string[] => [
  ...helper.visibleArguments(command).map((argument) => helper.argumentTerm(argument)),
  ...[...helper.visibleOptions(command), ...helper.visibleGlobalOptions(command)].map((option) =>
    helper.optionTerm(option),
  ),
  ...helper.visibleCommands(command).map((each) => helper.subcommandTerm(each)),
]

/** How help lays out terms and their descriptions: one long term does not take the descriptions' room. */
export const helpLayout = {
  padWidth: (command: Command, helper: Help): number =>
    Math.max(...termsOf(command, helper).map((term) => (term.length > WIDEST_TERM ? 0 : term.length))),
  formatItem: (term: string, termWidth: number, description: string, helper: Help): string => {
    const format = (shown: string) => Help.prototype.formatItem.call(helper, shown, termWidth, description, helper)
    return helper.displayWidth(term) <= termWidth ? format(term) : `  ${term}\n${format('')}`
  },
}
