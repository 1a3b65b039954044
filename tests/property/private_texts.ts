import fc from "fast-check";
import cases from "../privacy/labelled.ts";

/** What tags and secrets are made of, in each notation, with blanks that JSON writes as escapes. */
const piece = fc.constantFrom(
  ..."<private>,</private>,<,>,/,<pri,vate>,<private,PRIVATE,&lt;,\\u003c,\\x3c,system-reminder,Mneme-Context"
    .split(","),
  ..."password,token,tokens,API_KEY,apiKey,key,secret,auth,cookie,sess,SESSID,pass,sig,=,:,://,@,\",',\\,`,]"
    .split(","),
  ..."A1b2C3d4E5f6G7h8,Bearer ,Cookie: ,Authorization,-----BEGIN PRIVATE KEY-----,[redacted:x],AKIA,${X},(,["
    .split(","),
  ..."a1b2c3d4e5,hunter2,ghp_,sk-,eyJ,.,-,--, -p, -u ,mysql,curl ,token ,\\n,123456789:AA,SK,user:,example"
    .split(","),
  ..."value, is ,name,A1b2C3d4E5f6G7h8-i9J0,LS0tLS1CRUdJTi,BQUklWQVRFIEtFWS0tLS0tCk1JSUU,docker login".split(
    ",",
  ),
  ..."two words,correct horse,\u001b[32m,\u001b[0m,\u001b[,[m,\\u001b[1m,\\x1b[K,\\033[0;1m,b',Some(\",-> ,;Password=,&password="
    .split(","),
  ..."~/.pgpass,.netrc,db:5432:shop:app:,machine ,login me ,[client],user=root,password =,kind: Secret,data:,  a.b: ,kty"
    .split(","),
  ..."IDENTIFIED BY ',SET PASSWORD ',sudo -S ,echo ', | ,--password-stdin,chpasswd,<<< ,requirepass ,psk=,mnemonic,Bearer "
    .split(","),
  ...",create secret ,--from-literal=a=,secret set A ,--body ,put-parameter --value ,SecureString,ConvertTo-SecureString "
    .split(","),
  ...' -P ,zip -,mongo, login, -w,ldap, -b ,a=b1c2d3e4,postgres://me:,/#?,@h,ENV API_TOKEN ,password is ",is given: ,pass:'
    .split(","),
  ...'Private-Lines: 1,\\",TRUE,Netscape,legal winner thank year wave sausage ,--passphrase ,"d":"'.split(
    ",",
  ),
  ..."ssh-keygen -t rsa , -N ,-P ,rabbitmqctl ,add_user me ,change_password 'me' ,authenticate_user".split(
    ",",
  ),
  ..."| ,|,|---|---|\n,\n| user | Password |\n, API key , **DB_PASSWORD** ,`,*,P@ssw0rd1,| `token` | ".split(
    ",",
  ),
  ...[
    "password for it is ",
    "Passwort lautet ",
    "Sommer2026!x ",
    "Password' }).fill('",
    "]').type('",
    '_password": {"value": "',
    'SecureString",\n"Value": "',
    "secret put ",
    '<a name="password">',
    "</a>",
    "-----END PRIVATE KEY-----",
    "\n" + "A1b2C3d4E5".repeat(6) + "\n",
    "htpasswd -nb ",
    "--password \\\n ",
    "phx_",
    "senha",
    "contraseña",
    "Пароль",
    "密码",
    "密码：",
    "＝",
    "パスワード",
    "비밀번호",
    "Hasło",
    ":",
    "kennwort",
    "WEATHER_KEY",
    "q7Wd0RkT2vBn8LxZ4mCy9s",
    "API key is ",
    "INSERT INTO a (id, token) VALUES (1, '",
    "'), (2, '",
    "<key>api_key</key>\n<string>",
    "</string>",
    "<name>password</name><value>",
    "id | password\n---+---------\n 1 | ",
    "-[ RECORD 1 ]-+--\n",
    "-+-",
    "secrets set A=",
    "user-secrets set A ",
    "config set --secret a:b ",
    "vault kv put secret/a b=",
    "kubectl get secret a",
    "/run/secrets/",
    "AUTH_KEY', '",
    "APP_SALT",
    '"Jwt": {',
    '"Key": "',
    "[]byte(",
    "api_keys: ['",
    "', '",
    "mot de passe : ",
    "contraseña es ",
    "пароль от стенда: ",
    'requirepass"\n2) ',
    "curl --cookie ",
    "<<EOF\n",
    "api key ",
    "MAPBOX_KEY",
    "api key: ",
    "DB_PW",
    "passwort",
    " =\n  '",
    ": &'a str = \"",
    " || '",
    '"]=>\n  string(9) "',
    'Some(\n  "',
    "N'",
  ],
  ...[
    '"kind": "Secret"',
    ',"data":{"a":"',
    '"kind":"ConfigMap"',
    '"apiVersion"',
    "kind: Secret\ndata:\n  a: |\n    ",
  ],
  ...["password is ", "e?SGhq<tn6dF", "C3)dK^yU?pvi", "sunshine7!", " is generated for root@localhost: "],
  ...["\nDB_PASSWORD=", "\n  password: ", "{<(T1x", "$kL9wQz4Rt7", "*Fq7xK2pLw9"],
  ...[": |", ": >-", "\n  password: |\n", "\n    ", "|-\n      ", "\\n  "],
  ...[" ", "\n", "\t", "\v", "\f", "\u2028", "\u0001", "é", "\u0130", "\u212a", ","],
);
/** Pieces of tags and secrets, put together anyhow. */
export const hostile = fc.array(piece, { maxLength: 20 }).map((pieces) => pieces.join(""));

/** Names of which some tell of a secret. */
export const telling = fc.constantFrom(
  ..."password,DB_PASSWORD,userpass,pwd,token,accessToken,tokens: x,secret_tokens,tokenizer secret,PHPSESSID"
    .split(","),
  ...'API Key,api\tkey,api\u0001key,api"key,apiKeyOld,password (old),pass/word,Authorization,Set-Cookie,auth '
    .split(","),
  ...'credentials,sig,X-Amz-Signature,X-Goog\nSignature,session key,my "secret" one,PassThrough,api\u212akey'
    .split(","),
);
/** Each of the labelled secrets. */
export const labelled = fc.constantFrom(...cases.secrets).map(({ text, secret }) =>
  text.replace("{}", () => secret.join(""))
);
/** The same without what tells. */
export const bare = fc.constantFrom(...cases.secrets).map(({ secret }) => secret.join(""));
/** Words that are secrets under a telling name alone. */
export const password = fc.constantFrom(...["hunter2", "correct", "Tr0ub4dor"].map((word) => word + word));
const colour = fc.constantFrom(
  "\u001b[32m",
  "\u001b[0m",
  "\u001b[01;31m\u001b[K",
  "\u001b(B\u001b[m",
  "\u001b]8;;https://a.example\u0007",
  "\\u001b[1m",
  "\\x1b[0m",
  "\\033[m",
);
/** A labelled secret with what terminals take for colours anywhere in it. */
const coloured = fc.tuple(
  labelled,
  fc.array(fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), colour), { maxLength: 4 }),
)
  .map(([text, marks]) =>
    marks.reduce((text, [at, mark]) => {
      const place = Math.round(at * text.length);
      return text.slice(0, place) + mark + text.slice(place);
    }, text)
  );
/** Any of these. */
export const text = fc.oneof(
  hostile,
  labelled,
  coloured,
  fc.tuple(hostile, fc.oneof(labelled, coloured), hostile).map((parts) => parts.join("")),
);
