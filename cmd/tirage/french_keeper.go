package main

// frenchKeeper is the French of the verbs of the keeper and of an operator's wallet, and of what a keeper's folder is refused with.
var frenchKeeper = map[string]string{
	// The keeper at work.
	"Keeper at %s, %d blocks; ctrl-C stops it.":                       "Dépositaire à %s, %d blocs ; ctrl-C l'arrête.",
	"Verifier key, for the house: %s":                                 "Clé de vérification, pour la maison : %s",
	"A new token is in %s; give it to the house, and to nobody else.": "Un nouveau jeton est dans %s ; donnez-le à la maison, et à personne d'autre.",

	// keeper add
	"block %s of %s: positions 0 to %d are kept; manifest signed by %s":                                                             "bloc %s de %s : les positions 0 à %d sont gardées ; manifeste signé par %s",
	"The verifier key in the folder was used: give --verifier with the house's published key to be sure whose block this is.":       "La clé de vérification du dossier a servi : donnez --verifier avec la clé publiée de la maison pour être sûr de qui est ce bloc.",
	"The key was not checked: --seed would check that the manifest commits to it.":                                                  "La clé n'a pas été contrôlée : --seed contrôlerait que le manifeste s'y engage.",
	"this block is a SPECIMEN: everybody knows its seeds, so a keeper keeps nothing; --specimen takes it nevertheless, to practise": "ce bloc est un SPÉCIMEN : chacun connaît ses graines, un dépositaire n'y garde donc rien ; --specimen le prend néanmoins, pour s'exercer",
	"block %s of %s: sold on paper only, nothing is told of it; single tickets may be permitted; manifest signed by %s":             "bloc %s de %s : vendu sur papier seulement, rien n'en est annoncé ; des tickets isolés peuvent être permis ; manifeste signé par %s",
	"%s is not the keeper's seed of this block: the manifest has the SHA-256 %s":                                                    "%s n'est pas la graine du dépositaire pour ce bloc : le manifeste a le SHA-256 %s",

	// keeper permit, status and log
	"%s is permitted since %s: %s": "%s est autorisé depuis %s : %s",
	"halves given":                 "moitiés données", "paper tickets permitted": "tickets papier autorisés", "chain over what was told": "chaîne de ce qui fut dit",
	"verifier key: %s": "clé de vérification : %s",
	"%s: a call is being carried out, or was cut off and will be dropped: it was never acknowledged":    "%s : un appel est en cours, ou a été coupé et sera abandonné : il n'a jamais été confirmé",
	"%s is no folder that a keeper has worked in: \"tirage keeper add\" and \"tirage keeper\" make one": "%s n'est pas un dossier où un dépositaire a travaillé : \"tirage keeper add\" et \"tirage keeper\" en font un",
	"the folder holds the %d sales of block %s that %s acknowledges":                                    "le dossier contient les %d ventes du bloc %s que %s confirme",

	// What a keeper's folder is refused with.
	"another keeper is at work in this folder": "un autre dépositaire travaille dans ce dossier",
	"the keeper's folder is damaged":           "le dossier du dépositaire est abîmé",
	"this is no signing key: its name has no space and no +, its file holds PRIVATE+KEY+name+hash+key": "ce n'est pas une clé de signature : son nom n'a ni espace ni +, son fichier contient PRIVATE+KEY+nom+empreinte+clé",
	"the token is 32 to 1024 printable characters without spaces, alone in its file":                   "le jeton a de 32 à 1024 caractères imprimables sans espaces, seul dans son fichier",
	"this block was added before, and not like this":                                                   "ce bloc a déjà été ajouté, et pas ainsi",
	"this block has no tickets to keep":                                                                "ce bloc n'a pas de tickets à garder",
	"a permission has a reason of 3 to 300 characters, on one line":                                    "une autorisation a une raison de 3 à 300 caractères, sur une ligne",
	"this is no serial of the paper share of a block that the keeper holds":                            "ce n'est pas un numéro de la part papier d'un bloc que tient le dépositaire",
	"this is no acknowledgement signed with the expected key":                                          "ce n'est pas une confirmation signée de la clé attendue",
	"a verifier key reads name+hash+key, as the keeper prints it when it starts":                       "une clé de vérification s'écrit nom+empreinte+clé, comme le dépositaire l'affiche au démarrage",

	// A wallet.
	"BROKEN": "ENFREINT", "%d rules tried, %d broken": "%d règles essayées, %d enfreintes",
	"Wallet at %s, %d players; ctrl-C stops it, and it forgets all.":             "Portefeuille à %s, %d joueurs ; ctrl-C l'arrête, et il oublie tout.",
	"--player %q: write the player's name, = and what they have, as anne=100.00": "--player %q : écrivez le nom du joueur, = et ce qu'il a, comme anne=100.00",
	"--player %q: %s": "--player %q : %s",
	"the wallet does not know the player %q: give --player one that it knows": "le portefeuille ne connaît pas le joueur %q : donnez à --player un joueur qu'il connaît",
	"the wallet tells no balance of the player %q: %s":                        "le portefeuille ne dit pas de solde du joueur %q : %s",

	// The rules of a wallet.
	"a bet takes its amount; the answer has the balance after it":                                                "une mise prend son montant ; la réponse porte le solde qui suit",
	"a win gives its amount; the answer has the balance after it":                                                "un gain donne son montant ; la réponse porte le solde qui suit",
	"a rollback gives back what the bet took":                                                                    "une annulation rend ce que la mise a pris",
	"a bet above the balance is refused (insufficient_funds) and takes nothing; one of the whole balance is not": "une mise au-dessus du solde est refusée (insufficient_funds) et ne prend rien ; une mise de tout le solde ne l'est pas",
	"the same bet again is answered as done, and takes nothing more":                                             "la même mise à nouveau reçoit la réponse « fait », et ne prend rien de plus",
	"the same win again is answered as done, and gives nothing more":                                             "le même gain à nouveau reçoit la réponse « fait », et ne donne rien de plus",
	"the same rollback again is answered as done, and gives nothing more":                                        "la même annulation à nouveau reçoit la réponse « fait », et ne rend rien de plus",
	"the reference of a bet with another amount, or for a win, is refused (reference_reused)":                    "la référence d'une mise avec un autre montant, ou pour un gain, est refusée (reference_reused)",
	"the reference of a win with another amount is refused (reference_reused)":                                   "la référence d'un gain avec un autre montant est refusée (reference_reused)",
	"a rollback of another amount than the bet's is refused (reference_reused)":                                  "une annulation d'un autre montant que celui de la mise est refusée (reference_reused)",
	"a rollback of a bet that was never seen is answered as done, and gives nothing":                             "l'annulation d'une mise jamais vue reçoit la réponse « fait », et ne rend rien",
	"a bet that comes after its rollback is refused (rolled_back)":                                               "une mise qui arrive après son annulation est refusée (rolled_back)",
	"a bet that was taken back is refused when it comes again (rolled_back)":                                     "une mise annulée est refusée quand elle revient (rolled_back)",
	"a win is accepted when the session in which the ticket was bought is over":                                  "un gain est accepté quand la session où le ticket fut acheté est finie",
	"bet, win and balance of a player who is not known are refused (unknown_player)":                             "mise, gain et solde d'un joueur inconnu sont refusés (unknown_player)",
	"amounts of zero are refused (bad_amount)":                                                                   "les montants nuls sont refusés (bad_amount)",
	"amounts below zero are refused (bad_amount)":                                                                "les montants négatifs sont refusés (bad_amount)",
	"amounts that cannot be counted are refused, and change nothing":                                             "les montants qui ne se comptent pas sont refusés, et ne changent rien",
	"an amount that is no whole number, and a body that is no call, are refused and change nothing":              "un montant qui n'est pas entier, et un corps qui n'est pas un appel, sont refusés et ne changent rien",
	"another currency is refused (bad_currency)":                                                                 "une autre monnaie est refusée (bad_currency)",
	"fields that are not known are ignored":                                                                      "les champs inconnus sont ignorés",
	"a request without a signature, or with one by another key, is refused with status 401":                      "une requête sans signature, ou signée d'une autre clé, est refusée avec le statut 401",
	"a request whose body was changed after it was signed is refused with status 401":                            "une requête dont le corps a changé après sa signature est refusée avec le statut 401",
	"a request that was signed for another call is refused with status 401":                                      "une requête signée pour un autre appel est refusée avec le statut 401",
	"a request that was signed 10 minutes ago, or in 10 minutes, is refused with status 401":                     "une requête signée il y a 10 minutes, ou dans 10 minutes, est refusée avec le statut 401",
	"a request by a clock that is one minute wrong is not refused":                                               "une requête d'une horloge fausse d'une minute n'est pas refusée",
	"bets at the same time never take more than there is":                                                        "des mises simultanées ne prennent jamais plus qu'il n'y a",
	"the same bet many times at the same time takes once":                                                        "la même mise plusieurs fois en même temps ne prend qu'une fois",
	"a bet and its rollback at the same time leave the balance as it was":                                        "une mise et son annulation simultanées laissent le solde tel quel",
}
