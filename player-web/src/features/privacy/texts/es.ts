import type { Policy } from './policy.ts'

const policy: Policy = {
  intro:
    'Esta página explica qué datos tuyos guarda {app}, para qué y qué puedes hacer al respecto. El operador de {app} administra los servidores y responde por los datos que hay en ellos.',
  sections: [
    {
      title: 'Qué se guarda',
      text: [
        'Tu cuenta: un identificador y lo que el servicio con el que iniciaste sesión dice de ti, como un nombre de usuario, una dirección de correo electrónico, un nombre visible y una imagen. Las contraseñas se guardan solo como hashes, a partir de los cuales no se pueden leer.',
        'Tus billeteras: sus direcciones y sus claves, cifradas. Las claves se abren solo para firmar lo que pides o para mostrártelas cuando lo pides.',
        'Lo que haces: los inicios de sesión con su hora, dirección y navegador, las transacciones que enviaste, quién invitó a quién y qué dApps pueden ver la dirección de tu billetera.',
      ],
    },
    {
      title: 'Para qué sirve',
      text: [
        'Para que inicies sesión, conservar tus billeteras, contar recompensas e invitaciones, impedir abusos y responderte cuando escribes a soporte. No se vende.',
      ],
    },
    {
      title: 'Quién más lo ve',
      text: [
        'Las cadenas de bloques son públicas: cualquiera puede leer, para siempre, las direcciones, las cantidades y las horas de las transacciones, y nadie puede borrarlas.',
        'Una dApp que abres recibe tu dirección de Solana y, si lo permites, firmas. Lo que la dApp guarde depende de su propia política.',
        'El servicio con el que inicias sesión se entera de que iniciaste sesión en {app}.',
      ],
    },
    {
      title: 'En tu navegador',
      text: [
        'Tu sesión, tu perfil, tu idioma y los códigos de invitación que esperan ser usados se guardan en el almacenamiento de este navegador. Al cerrar sesión se eliminan la sesión y el perfil.',
      ],
    },
    {
      title: 'Durante cuánto tiempo',
      text: [
        'Mientras tengas una cuenta. Los registros que exige la ley y lo que está en una cadena de bloques permanecen más tiempo.',
      ],
    },
    {
      title: 'Tus derechos',
      text: [
        'Puedes preguntar qué se guarda sobre ti, pedir que se corrija, llevarte una copia o pedir que se elimine tu cuenta. Antes de eliminar una cuenta, retira lo que haya en sus billeteras.',
      ],
    },
  ],
  contact: 'Escribe a {email}.',
}

export default policy
