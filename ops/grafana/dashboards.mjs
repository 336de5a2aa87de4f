// The dashboards as data: rows of panels, each with its queries. `write.mjs` makes Grafana's files of them.
import { server } from './dashboards/server.mjs'
import { traffic } from './dashboards/traffic.mjs'
import { wallets } from './dashboards/wallets.mjs'

export const dashboards = [traffic, wallets, server]
