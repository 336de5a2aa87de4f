/**
 * Calls of operators that change something of an app and have no place in its file, with the reason. A test compares them, and the parts of
 * the file, with the contract: a new call is in one of the two.
 */
export const leftOut: Readonly<Record<string, string>> = {
  'apps.create': 'push makes an app with it',
  'apps.duplicate': 'a file is another way to copy an app',
  'apps.delete': 'an app is not deleted by a missing file',
  'apps.rotateSecret': 'the server makes app secrets; no file may have them',
  'appSecrets.create': 'the server makes app secrets, and shows each once',
  'appSecrets.rotate': 'the server makes app secrets, and shows each once',
  'appSecrets.revoke': 'the server makes app secrets; names and kinds of existing ones cannot change',
  'loginMethods.test': 'tests, and stores nothing',
  'loginMethods.testMail': 'sends a mail, and stores nothing',
  'oidcConnections.test': 'tests, and stores nothing',
  'walletPolicies.dryRun': 'tries, and stores nothing',
  'gameRules.simulate': 'tries, and stores nothing',
  'walletPolicies.updateOfUser': 'belongs to a user of one server',
  'users.*': 'users are data, not configuration',
  'gameTasks.move': 'the order of the file is the order of the tasks',
  'gameTasks.createCodes': 'codes are secrets that the server makes, and shows once',
  'gameTasks.revokeCodes': 'codes are secrets that the server makes, and shows once',
  'gameTasks.rotateSecret': 'the server makes signing secrets',
  'gameBoards.rebuild': 'boards follow from accounts, and have no settings',
  'gamePlayers.adjust': 'players are data, not configuration',
  'gameReviews.clear': 'players are data, not configuration',
  'gameReviews.hold': 'players are data, not configuration',
  'gameReviews.limitTaps': 'players are data, not configuration',
  'gameSquads.update': 'squads are made by players; what they may be is in the rules of the game',
  'gameSquads.removeMember': 'squads are made by players; what they may be is in the rules of the game',
  'gameSquads.delete': 'squads are made by players; what they may be is in the rules of the game',
  'ringClaims.retry': 'claims are data, not configuration',
  'ringClaims.return': 'claims are data, not configuration',
  'treasury.create': 'a wallet whose key the server makes',
  'treasury.pause': 'an operation of the moment: a push must not resume payments that somebody has stopped',
  'treasury.resume': 'an operation of the moment: a push must not resume payments that somebody has stopped',
  'dapps.move': 'the order of the file is the order of the list',
  'gameCenters.move': 'the order of the file is the order of the list',
  'pictures.upload': 'stores a file; settings have its address',
}

/** Groups of calls that are about the server and its operators, and no app. */
export const ofTheServer: readonly string[] = [
  'setup',
  'admins',
  'adminSessions',
  'deviceLogins',
  'secondFactor',
  'serviceTokens',
  'signingKeys',
  'keys',
  'jobs',
]
