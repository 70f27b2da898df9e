package main

// frenchHouse is the French of the verbs of a house: serve, person, block, proposal, ledger.
var frenchHouse = map[string]string{
	// Roles, states and acts, by the names that they have in the API.
	"player": "joueur", "retailer": "détaillant", "auditor": "auditeur", "administrator": "administrateur",
	"registered": "inscrit", "on_sale": "en vente", "closed": "clos", "destroyed": "détruit",
	"pending": "en attente", "approved": "approuvé", "rejected": "rejeté", "expired": "périmé",
	"register_block": "inscrire un bloc", "destroy_block": "détruire un bloc", "reconstruct_ticket": "reconstituer un ticket", "adjust_account": "ajuster un compte",
	"change_game": "changer un jeu", "staff_account": "donner un rôle dans la maison", "staff_password": "renouveler un mot de passe", "acts": "actes",

	// Serving.
	"DEMONSTRATION: play money and SPECIMEN tickets. House and keeper are a single party here: the operator could have chosen this.": "DÉMONSTRATION : argent fictif et tickets SPECIMEN. La maison et le dépositaire sont ici une seule partie : l'opérateur aurait pu choisir ce résultat.",
	"Ready in %s s at %s; what it answers is at %s": "Prêt en %s s à %s ; ce qui s'y demande est à %s",
	"login": "identifiant", "password": "mot de passe", "role": "rôle",
	"Ctrl-C stops it, and nothing stays; --data FOLDER keeps the house.": "Ctrl-C l'arrête, et rien ne reste ; --data DOSSIER garde la maison.",
	"Ctrl-C stops it; the house stays in %s.":                            "Ctrl-C l'arrête ; la maison reste dans %s.",
	"The house answers at %s; ctrl-C stops it.":                          "La maison répond à %s ; ctrl-C l'arrête.",

	// Persons.
	"pseudonym": "pseudonyme", "since": "depuis", "state": "état", "erased": "effacé", "locked": "fermé",
	"%s is in the house as %s, with the pseudonym %s.": "%s est dans la maison comme %s, sous le pseudonyme %s.",
	"%s is locked.": "Le compte de %s est fermé.", "%s is no longer locked.": "Le compte de %s n'est plus fermé.", "%s is erased.": "%s est effacé.",
	"%s has another password.": "%s a un autre mot de passe.",

	// Blocks and proposals.
	"paused": "suspendu", "The house sells none of it now: %s.": "La maison n'en vend pas à présent : %s.",
	"Proposal %s: a second person must approve it until %s:": "Proposition %s : une seconde personne doit l'approuver avant le %s :",
	"online": "en ligne", "sold": "vendus", "told": "annoncés", "left": "restants", "play": "fictif",
	"House and keeper are a single party here: the operator could have chosen the tickets.": "La maison et le dépositaire sont ici une seule partie : l'opérateur aurait pu choisir les tickets.",
	"%s tickets, %s of them online: %s sold, %s told to the keeper, %s opened":              "%s tickets, dont %s en ligne : %s vendus, %s annoncés au dépositaire, %s ouverts",
	"signed by %s, game file %s": "signé par %s, fichier de jeu %s",
	"There is none.":             "Il n'y en a pas.",
	"proposal":                   "proposition", "act": "acte", "by": "par", "until": "avant le", "reason": "raison",
	"the ticket shows, as \"tirage judge\" reads it:": "le ticket montre, comme \"tirage judge\" le lit :",
	"The new password:": "Le nouveau mot de passe :", "The password is changed; other sessions are ended.": "Le mot de passe est changé ; les autres sessions sont terminées.",
	"proposed by %s, %s: %s": "proposé par %s, %s : %s", "decided by %s, %s: %s": "décidé par %s, %s : %s", "can be decided until %s": "peut être décidé avant le %s",

	// The record.
	"%s acts, %s transfers, %s accounts":  "%s actes, %s virements, %s comptes",
	"held against %s heads noted earlier": "comparé à %s fins de journaux notées auparavant",
	"journal %s":                          "journal %s", "act %d": "acte %d",
	"Tickets, lots, blocks, proposals and persons are as the acts say.":                                             "Billets, lots, blocs, propositions et personnes sont comme le disent les actes.",
	"Chains, entries and balances agree to the cent. To be noted elsewhere:":                                        "Chaînes, écritures et soldes concordent au centime. À noter ailleurs :",
	"Who can write the database can write all of it anew: only heads noted earlier, --noted, show that nobody did.": "Qui peut écrire dans la base peut la réécrire tout entière : seules des fins de journaux notées auparavant, --noted, montrent que personne ne l'a fait.",

	// Refusals.
	"the address of a database reads sqlite:PATH or postgres://user@host/name":    "l'adresse d'une base s'écrit sqlite:CHEMIN ou postgres://utilisateur@hôte/nom",
	"%s is no file of settings: one a line, as \"listen: 127.0.0.1:8080\"":        "%s n'est pas un fichier de réglages : un par ligne, comme \"listen: 127.0.0.1:8080\"",
	"%s: there is no setting %q; they are named as the flags are, see --help":     "%s : il n'y a pas de réglage %q ; ils portent les noms des options, voir --help",
	"the setting of --%s is no value that it takes; see --help":                   "le réglage de --%s n'est pas une valeur qu'il admet ; voir --help",
	"which house? Give --data FOLDER, --database ADDRESS or --database-file FILE": "quelle maison ? Donnez --data DOSSIER, --database ADRESSE ou --database-file FICHIER",
	"--data and --database each name a database: give one of them":                "--data et --database nomment chacun une base : donnez l'un des deux",
	"sqlite: needs the path of the database behind it":                            "sqlite: doit être suivi du chemin de la base",
	"there is no database %s":           "il n'y a pas de base %s",
	"the database cannot be opened: %s": "la base ne peut être ouverte : %s",
	"a password is not written on the command line, where others can see it: put the address into TIRAGE_DATABASE, or into a file for --database-file": "un mot de passe ne s'écrit pas sur la ligne de commande, où d'autres le voient : mettez l'adresse dans TIRAGE_DATABASE, ou dans un fichier pour --database-file",
	"--node %s: a node's name has 1 to 32 small letters, digits and -, and is not \"desk\"":                                                            "--node %s : le nom d'un nœud a de 1 à 32 minuscules, chiffres et -, et n'est pas \"desk\"",
	"a demo keeps its house in a folder of its own: give --data, or nothing":                                                                           "une démonstration garde sa maison dans un dossier à elle : donnez --data, ou rien",
	"a house for sale is not complete; missing: %s. To try one, serve --demo":                                                                          "une maison de vente n'est pas complète ; il manque : %s. Pour en essayer une : serve --demo",
	"%s is the house of a demo, with logins that lie beside it: it sells nothing for money":                                                            "%s est la maison d'une démonstration, dont les mots de passe sont à côté : elle ne vend rien pour de l'argent",
	"%s is a house that is no demo's: give another folder":                                                                                             "%s est une maison qui n'est pas d'une démonstration : donnez un autre dossier",
	"%s does not say who is in this demo: remove the folder and begin anew":                                                                            "%s ne dit pas qui est dans cette démonstration : supprimez le dossier et recommencez",
	"--log-level %s: write debug, info, warn or error":                                                                                                 "--log-level %s : écrivez debug, info, warn ou error",
	"--%s %s: write networks with commas between them: 10.0.0.0/8,fd00::/8":                                                                            "--%s %s : écrivez des réseaux séparés par des virgules : 10.0.0.0/8,fd00::/8",
	"--lease %s: write 2s to 5m":                     "--lease %s : écrivez 2s à 5m",
	"--wallet and --wallet-key-file belong together": "--wallet et --wallet-key-file vont ensemble", "--cash %s: write none or demo": "--cash %s : écrivez none ou demo",
	"--listen %s: %s":                    "--listen %s : %s",
	"the certificate cannot be used: %s": "le certificat ne peut servir : %s", "%s holds no certificate, PEM": "%s ne contient pas de certificat, PEM",
	"another program is at work on this database as node %q: stop it, or give this one a --node of its own":                      "un autre programme travaille sur cette base sous le nœud %q : arrêtez-le, ou donnez à celui-ci un --node à lui",
	"somebody else is changing persons: try again when they are done":                                                            "quelqu'un d'autre change des personnes : réessayez quand il aura fini",
	"a password is asked for on a terminal: without one give --password-file":                                                    "un mot de passe se demande sur un terminal : sans terminal, donnez --password-file",
	"the two passwords are not the same":                                                                                         "les deux mots de passe ne sont pas les mêmes",
	"--server: the address of a house reads https://house.example, without anything behind it":                                   "--server : l'adresse d'une maison s'écrit https://house.example, sans rien derrière",
	"who asks? Give --login, or a session's token in TIRAGE_TOKEN":                                                               "qui demande ? Donnez --login, ou le jeton d'une session dans TIRAGE_TOKEN",
	"Mind: over http:// whoever listens in on the network reads the password.":                                                   "Attention : par http:// quiconque écoute le réseau lit le mot de passe.",
	"the house does not answer: %s":                                                                                              "la maison ne répond pas : %s",
	"%s answers something else than a house does":                                                                                "%s répond autre chose qu'une maison",
	"%s answers something else than a house does: status %d":                                                                     "%s répond autre chose qu'une maison : statut %d",
	"%s, line %d: write each journal once, as \"tirage ledger heads\" does: its name, the number of acts, 64 hexadecimal digits": "%s, ligne %d : écrivez chaque journal une fois, comme \"tirage ledger heads\" : son nom, le nombre d'actes, 64 chiffres hexadécimaux",
	"%s: no head is noted there":                                                                                                 "%s : aucune fin de journal n'y est notée",
}
