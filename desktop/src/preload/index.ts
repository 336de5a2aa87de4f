import { contextBridge, ipcRenderer } from 'electron'
import { channels } from '../ipc.ts'

// One function per channel, so that the page cannot send to other channels.
contextBridge.exposeInMainWorld(
  'openauth',
  Object.fromEntries(channels.map((channel) => [channel, (input: unknown) => ipcRenderer.invoke(channel, input)])),
)
