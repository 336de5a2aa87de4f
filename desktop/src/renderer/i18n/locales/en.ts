import apps from './en/apps.json'
import commands from './en/commands.json'
import lists from './en/lists.json'
import secrets from './en/secrets.json'
import server from './en/server.json'
import session from './en/session.json'
import setup from './en/setup.json'
import shell from './en/shell.json'
import users from './en/users.json'

/** The English messages of all features: an import and a name here for each file in the folder `en`. */
export const english = {
  ...apps,
  ...commands,
  ...lists,
  ...secrets,
  ...server,
  ...session,
  ...setup,
  ...shell,
  ...users,
}
