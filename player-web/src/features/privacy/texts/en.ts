import type { Policy } from './policy.ts'

const policy: Policy = {
  intro:
    'This page says what {app} keeps of you, what for, and what you can do about it. The operator of {app} runs the servers and answers for the data on them.',
  sections: [
    {
      title: 'What is kept',
      text: [
        'Your account: an identifier, and what the service you logged in with says of you, such as a user name, an e-mail address, a display name and a picture. Passwords are kept only as hashes from which they cannot be read.',
        'Your wallets: their addresses, and their keys, encrypted. Keys are opened only to sign what you ask for, or to show them to you when you ask for that.',
        'What you do: logins with their time, address and browser, transactions that you sent, who invited whom, and which dapps may see your wallet address.',
      ],
    },
    {
      title: 'What it is for',
      text: [
        'To log you in, to keep your wallets, to count rewards and invitations, to stop abuse, and to answer you when you write to support. It is not sold.',
      ],
    },
    {
      title: 'Who else sees it',
      text: [
        'Blockchains are public: addresses, amounts and times of transactions can be read by everybody, for ever, and nobody can delete them.',
        'A dapp that you open is told your Solana address and, when you allow it, gets signatures. What the dapp keeps is up to its own policy.',
        'The service that you log in with learns that you logged in to {app}.',
      ],
    },
    {
      title: 'In your browser',
      text: [
        'Your session, your profile, your language and codes of invitations that wait to be used are kept in the storage of this browser. Logging out removes the session and the profile.',
      ],
    },
    {
      title: 'For how long',
      text: [
        'As long as you have an account. Records that the law asks for, and what is on a blockchain, stay longer.',
      ],
    },
    {
      title: 'Your rights',
      text: [
        'You may ask what is kept of you, have it corrected, take a copy along, or have your account deleted. Before you delete an account, take what it holds out of its wallets.',
      ],
    },
  ],
  contact: 'Write to {email}.',
}

export default policy
