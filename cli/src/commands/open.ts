import type { Task } from '../task.ts'

export const open: Task = {
  name: 'open',
  summary: "Open the console, the API's reference or the login page in a browser",
  arguments: [{ name: 'what', description: 'console (default), docs or login' }],
  options: [
    { flags: '--app <app>', description: 'with console: the app to show; with login: the app whose page it must be' },
    { flags: '--no-browser', description: 'only print the address' },
  ],
  more: `
Where no browser can be opened, as through SSH, the address is printed. Scripts get it on standard output.`,
  load: async () => (await import('../tasks/open.ts')).open,
}
