import { contextBridge, ipcRenderer } from 'electron'
import { channels } from '../ipc.ts'

// One function for each channel: the page cannot name a channel itself.
contextBridge.exposeInMainWorld(
  'openauth',
  Object.fromEntries(channels.map((channel) => [channel, (input: unknown) => ipcRenderer.invoke(channel, input)])),
)
