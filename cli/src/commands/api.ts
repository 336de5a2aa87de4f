import type { Task } from '../task.ts'

export const api: Task = {
  name: 'api',
  summary: "Make any call of the server with the session's token, and print the answer as JSON",
  arguments: [
    { name: 'method', description: 'GET, POST, PATCH or DELETE; GET, or POST with fields, if left out' },
    { name: 'path', description: 'such as /admin/apps' },
  ],
  options: [
    { flags: '-f, --field <key=value>', description: 'a field as text; may be repeated', isRepeated: true },
    {
      flags: '-F, --typed-field <key=value>',
      description: 'a field as JSON: true, 5, null, [1]; other text stays text; may be repeated',
      isRepeated: true,
    },
    { flags: '--input <path>', description: 'the JSON body; - for standard input' },
    { flags: '--paginate', description: 'fetch every page; the pages are one list' },
    {
      flags: '--confirm <name>',
      description: "on a production profile: the server's host, which is asked for otherwise",
    },
  ],
  more: `
Fields of GET and DELETE are sent in the query, those of other methods in the body. The call goes to the server of the
session and to no other. An error's body is printed too; the exit code is then 1.`,
  examples: [
    'openauth api /admin/apps',
    'openauth api GET /admin/audit --paginate -f action=app.',
    'openauth api POST /admin/apps -f name="My app"',
    'openauth api PATCH /admin/apps/<id> --input change.json',
  ],
  load: async () => (await import('../tasks/api.ts')).api,
}
