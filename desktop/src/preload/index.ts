import { contextBridge, ipcRenderer } from 'electron'
import { type Bridge, channels, EVENTS } from '../ipc.ts'

const listen: Bridge['listen'] = (listener) => {
  // The event itself has a reference to its sender, which the page must not get.
  const pass = (_: unknown, event: Parameters<typeof listener>[0]) => listener(event)
  ipcRenderer.on(EVENTS, pass)
  return () => void ipcRenderer.off(EVENTS, pass)
}

// One function per channel, so that the page cannot send to other channels.
contextBridge.exposeInMainWorld('openauth', {
  ...Object.fromEntries(channels.map((channel) => [channel, (input: unknown) => ipcRenderer.invoke(channel, input)])),
  listen,
})
