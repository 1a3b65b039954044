import type { CueTable } from "./cue_names.ts";

export const SPANISH: CueTable = {
  adopted:
    "decidido/decidimos/decidí/decidió|elegí/elegimos/elegido/elijo|opté/optamos/optado por|me quedo/nos quedamos/quedamos con|vamos con|vamos a usar/por|usamos/usaremos|queda/quedó decidido|se queda|hemos elegido/optado/decidido|adopté/adoptamos/adoptado|al final|nos casamos con|cerramos con|apostamos por|pasamos a|cambiamos a|tiramos con/por|la primera/segunda/opción|ya decidí|prefiero|va con/por|ganó",
  over: "en lugar de|en vez de|y no|antes que|frente a|en comparación|mejor que|le ganó|sustituye|reemplaza",
  rejected:
    "descartamos/descartado/descarté/descarto|nada de|dejamos de|no vamos a|fuera|abandonamos|ni hablar|no vale la pena|no compensa|rechazado",
  agreed: "de acuerdo|decidido|confirmado|cerrado|acordado|dale|adelante|me parece bien|listo|hecho",
  options:
    "opciones|alternativas|podríamos|por un lado|por otro|ventajas|desventajas|o bien|dos/tres formas/opciones/maneras|comparé|comparando|pros",
  pending:
    "qué prefieres|qué opinas|tú decides|aún no|todavía no|por decidir|quieres que|te parece|cuál|recomiendo|sugiero|recomendaría|si me dices|avísame|dime|esperar|no sé|pendiente de decidir",
  reason: "porque|ya que|pues|dado que|puesto que|para que|así que|por eso|debido a|que|como|motivo|razón",
  cause:
    "la causa|causa raíz|el problema era/estaba|era esto|el culpable|se debía|debido a|por culpa|resultó/resulta que|venía de|porque|faltaba|estaba/estaban|tenía|había|por eso|el origen|apuntaba|pisaba|rechazaba",
  fixed:
    "arreglado/arreglé/arreglamos|corregido/corregí|solucionado/solucioné|resuelto|lo agregué/añadí/cambié|cambié|agregué|añadí|puse|quité|moví|subí|bajé|actualicé|con eso|reinicié|la solución|se arregló|al cambiar|tras|maté|borré",
  works:
    "funciona/funcionan|ya funciona/resuelve/pasa/sale/anda|arrancó|pasa/pasan|verde|terminó|ya no|de nuevo|sin errores|correctamente|volvió|carga bien|compila|a la primera|desapareció|llegan|ya salen",
  failed:
    "falla/fallaba/falló/fallan|error/errores|se cae|se cuelga|rompe|roto|no funciona|no arranca|crashea|excepción|timeout|bloqueado|lento|colgado",
  stillOpen:
    "sigue fallando|sigue/siguen|todavía falla|mismo error|no sé por qué|no encuentro|sin resolver|no se reproduce|no he encontrado|ni idea|no ayuda|otra vez",
  guess:
    "quizá/quizás|tal vez|puede que|podría|sospecho|creo que|parece|seguramente|probablemente|supongo|a lo mejor|será",
  found: "encontré|encontrado|descubrí|vi que|confirmé|lo comprobé|según|revisé|averigüé|di con",
  recipe:
    "pasos|para la próxima|la próxima vez|por si|queda registrado|para recordar|nota|procedimiento|primero * luego|recién ahí",
  unsupported:
    "no se puede/pueden|no soporta/soportan|no admite/admiten|no permite/permiten|no es posible|imposible|no existe|no hay|no está disponible|no expone|no acepta|no puede/podemos/puedo|no tiene|no ofrece",
  limit:
    "límite/límites|máximo|máxima|como mucho|hasta #|no más de|tope|cuota|por minuto/segundo/hora/día|solo/sólo #|a las # horas|superar|supera|limita/limitado|# caracteres|kb|mb|sin excepción",
  policy:
    "prohíbe|prohibido|ley|legal|contrato|política|normativa|rgpd|lopd|auditoría|cumplimiento|licencia|obliga/obligatorio|exige|certifica|tienen que|tiene que|seguridad|me confirman|el cliente|regulación|requisito|proveedor",
  required:
    "requiere/requieren|necesita/necesitan|hace falta|hay que|solo funciona|a partir de|mínimo|obligatorio|al menos|debe|tiene que|exige",
  deferred:
    "por ahora|de momento|más adelante|luego|después|ya lo|ya montaremos|próximo sprint|la semana que viene|el mes que viene|queda para|queda pendiente|pendiente|para enero|lo dejamos|hasta que|cuando|posponer|aplazado|en otra|futuro|algún día|ya veremos|se hará",
  workaround:
    "parche|chapuza|apaño|provisional|temporal/temporalmente|hardcodeado|a fuego|a mano|tapamos|truco|copiado|duplicado|comentado|desactivado|@disabled|ñapa|de forma consciente|fijo|mockeado|atajo|a propósito|deuda|a medias",
  leftAsIs:
    "lo dejé|lo dejo|lo dejamos|queda/quedan|sigue usando|siguen con|se queda así|así|lo asumimos|lo sé|ya sé|conocido|aceptamos|sin tocar|no lo toqué|convivimos",
  missing:
    "falta/faltan|no hay tests|sin tests|sin validar|no contempla|no cubre|no está implementado|no los arreglé|no lo|sin cubrir|no se valida|todavía no",
  paidOff:
    "ya no está|lo quité|eliminado|eliminé|ya está hecho|reemplacé|limpié|resuelto el|ya no hace falta|saldada",
  standing:
    "a partir de ahora|de ahora en adelante|de aquí en adelante|en adelante|cada vez|siempre que|por defecto|por norma|como norma|la norma|regla|recuerda|acostúmbrate|en general|todos/todas|para lo que venga|cualquier|en todos|sin excepciones|desde hoy",
  always: "siempre|nunca|jamás|en ningún|ningún/ninguna|cada|todo/toda",
  ours:
    "en este proyecto/repo/equipo|en este|nosotros|aquí|nuestro/nuestra|en mi|en mis|nuestras/nuestros|el equipo|nuestra convención|en esta empresa|acá",
  wish:
    "por favor|prefiero|quiero|no quiero|me gusta|no me gusta|evita|no uses|usa|no me|me preguntas|escribe|soy más de|respondé|tuteame|odio|avísame|ponme|haz",
  once:
    "esta vez|solo por hoy|solo esta|por esta vez|solo aquí|para este|para esta|hoy|ahora|en este caso|puntual|una excepción",
  narration:
    "voy a|vamos a ver|déjame|ahora|a continuación|primero|empiezo|miro|reviso|estoy|continúo|de momento nada|luego paso",
  reported:
    "según|dice|dicen|la documentación|el artículo|blog|leí|escribió|comentario|todo|eligieron|el otro equipo|pone|cita|ellos",
  supposed:
    "si|si fuera|si tuviéramos|suponiendo|imagina|podría|podríamos|sería|habría|en caso|supongamos|y si",
  thanks: "gracias|genial|perfecto|vale|ok|jaja|buenas|hola|bien|estupendo",
};
